"""Runs as people handle them: to track one, to tell its progress, to see to an alert, to read how all stand."""
