"""The ledger: what a run costs, as dated facts and the sums that follow from them."""

from bot.domain.ledger.amounts import Amount, Costs
from bot.domain.ledger.book import Ledger
from bot.domain.ledger.charged import Charged
from bot.domain.ledger.compare import Comparison, RunEstimate, at_completion, compare, made_by
from bot.domain.ledger.daily import DayCosts, Line, costs_by_day, costs_of, lines_due
from bot.domain.ledger.days import Day, days_between, whole_day
from bot.domain.ledger.levels import Level, Sighting, levels_of, restate, see
from bot.domain.ledger.locked import hourly, locked_rates, news
from bot.domain.ledger.outages import Effect, Outage, effect, outages, unbilled
from bot.domain.ledger.policy import CAUTIOUS, CLOUDJ, POLICIES, VAST, Meter, Policy, policy_of
from bot.domain.ledger.rates import RateFact, Rates
from bot.domain.ledger.runway import Runway, burn_of, runway
from bot.domain.ledger.spans import StateSpan, state_at, time_in
from bot.domain.ledger.timeline import timeline
from bot.domain.ledger.traffic import CounterReading, counted_gb

__all__ = [
    "CAUTIOUS",
    "CLOUDJ",
    "POLICIES",
    "VAST",
    "Amount",
    "Charged",
    "Comparison",
    "Costs",
    "CounterReading",
    "Day",
    "DayCosts",
    "Effect",
    "Ledger",
    "Level",
    "Line",
    "Meter",
    "Outage",
    "Policy",
    "RateFact",
    "Rates",
    "RunEstimate",
    "Runway",
    "Sighting",
    "StateSpan",
    "at_completion",
    "burn_of",
    "compare",
    "costs_by_day",
    "costs_of",
    "counted_gb",
    "days_between",
    "effect",
    "hourly",
    "levels_of",
    "lines_due",
    "locked_rates",
    "made_by",
    "news",
    "outages",
    "policy_of",
    "restate",
    "runway",
    "see",
    "state_at",
    "time_in",
    "timeline",
    "unbilled",
    "whole_day",
]
