"""What is kept: SQLite in a file, or PostgreSQL."""
