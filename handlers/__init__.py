"""What people do in Slack, a file for each: read the words, call one use case, answer. No SQL, no HTTP, no sums."""
