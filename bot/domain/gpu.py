"""GPU names: what a marketplace says, what a person types, and which of the two are the same card."""

from bot.domain.gpu_identify import identify
from bot.domain.gpu_lists import cloudj_slugs, families, is_datacenter, siblings, vast_names
from bot.domain.gpu_memory import parse_memory
from bot.domain.gpu_read import read_gpu
from bot.domain.gpu_types import Conflict, Form, Gpu, GpuAsk, NoSuchGpu, Unrecognised, WhichOne

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
    "parse_memory",
    "read_gpu",
    "siblings",
    "vast_names",
]
