"""Behind the port `Marketplace`: one gate per provider answer, and no exception that leaves it."""
