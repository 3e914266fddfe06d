"""How the tables came about, one step after another. A step that was released is never changed."""
