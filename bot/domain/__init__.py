"""What is true, without I/O: money, time, listings and fit. `now` is an argument; nothing of the rest is imported."""
