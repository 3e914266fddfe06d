"""The ticking: something wakes, the database says what is due, a service does it."""
