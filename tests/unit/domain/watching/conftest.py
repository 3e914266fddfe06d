"""Runs and accounts under watch, ready to be polled."""

import pytest
from watched import Account, Watched


@pytest.fixture
def run():
    """Give a run that was just tracked, and a poll that saw its machine well."""
    watched = Watched()
    watched.up()
    return watched


@pytest.fixture
def account():
    """Give an account with one claimed machine, never polled."""
    return Account()
