"""GPU names: what a marketplace says, what a person types, and which of the two are the same card."""

from bot.domain.gpu.identify import identify
from bot.domain.gpu.kinds import Conflict, Form, Gpu, GpuAsk, NoSuchGpu, Unrecognised, WhichOne
from bot.domain.gpu.lists import cloudj_slugs, families, is_datacenter, memory_sizes, of_memory, siblings, vast_names
from bot.domain.gpu.memory import parse_memory
from bot.domain.gpu.read import read_gpu

__all__ = [
    "Conflict",
    "Form",
    "Gpu",
    "GpuAsk",
    "NoSuchGpu",
    "Unrecognised",
    "WhichOne",
    "cloudj_slugs",
    "families",
    "identify",
    "is_datacenter",
    "memory_sizes",
    "of_memory",
    "parse_memory",
    "read_gpu",
    "siblings",
    "vast_names",
]
