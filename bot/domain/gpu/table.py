"""Every GPU that is known by name, the most asked for first.

Vast.ai's names are those in its recorded offers, in dstack's gpuhunt map and in public tools that list what the
marketplace showed (read 2026-11-30). Sizes are nominal; `gpu_memory` tells which reports belong to each.
"""

from bot.domain.gpu.card import Brand, Card, only
from bot.domain.gpu.kinds import Form
from bot.domain.gpu.table_consumer import CONSUMER
from bot.domain.gpu.table_workstation import WORKSTATION

_SXM, _PCIE, _NVL = Form.SXM, Form.PCIE, Form.NVL
_BOARD = Brand(frozenset({"tesla"}), datacenter=True)
_MODULE = Brand(frozenset({"tesla"}), frozenset({_SXM}), datacenter=True)
_B300 = Brand(frozenset({"pc"}), frozenset({_SXM}), datacenter=True)
"""Vast.ai lists one of its boards as "B300 PC"."""
_INSTINCT = Brand(frozenset({"instinct"}), frozenset(), datacenter=True)

_DATACENTER = (
    Card(
        "H100",
        _MODULE,
        {_SXM: (80,), _PCIE: (80,), _NVL: (94,)},
        vast=("H100 SXM", "H100 PCIE", "H100 NVL", "H100 HGX"),
        siblings=("h200", "a100 80gb", "rtx pro 6000 s"),
        hints={"hbm3": _SXM},
        cloudj={_SXM: "h100-sxm"},
    ),
    Card(
        "A100",
        _MODULE,
        {_SXM: (80, 40), _PCIE: (80, 40)},
        vast=("A100 SXM4", "A100 PCIE", "A100 SXM"),
        siblings=("h100", "l40s", "rtx a6000"),
        cloudj={_SXM: "a100-sxm4"},
    ),
    Card(
        "H200",
        _MODULE,
        {_SXM: (141,), _NVL: (141,)},
        vast=("H200", "H200 NVL", "H200 SXM"),
        siblings=("b200", "h100"),
        usual=_SXM,
        also={140: 141, 143: 141},
    ),
    Card("L40S", _BOARD, only(48), siblings=("rtx 6000 ada", "l40", "rtx a6000", "a100")),
    Card("B200", _MODULE, only(180), siblings=("h200", "b300"), also={179: 180, 183: 180, 192: 180}),
    Card("B300", _B300, only(288), ("B300", "B300 PC"), siblings=("b200",), also={268: 288, 270: 288}),
    Card(
        "GH200",
        _MODULE,
        only(96, 144),
        vast=("GH200", "GH200 SXM"),
        siblings=("h200", "h100"),
        also={480: 96},  # the driver puts the size of the CPU's memory into the name: "NVIDIA GH200 480GB"
    ),
    Card("L40", _BOARD, only(48), siblings=("l40s", "rtx 6000 ada", "rtx a6000")),
    Card("A100X", _BOARD, only(80), siblings=("a100 80gb",)),
    Card("A40", _BOARD, only(48), siblings=("rtx a6000", "l40s", "l40")),
    Card("L4", _BOARD, only(24), siblings=("a10", "rtx 4090", "rtx a5000")),
    Card("A10", _BOARD, only(24), siblings=("l4", "rtx a5000", "rtx 3090")),
    Card("A30", _BOARD, only(24), siblings=("a10", "l4", "a100 40gb")),
    Card(
        "A800",
        _MODULE,
        {_SXM: (80,), _PCIE: (80, 40)},
        ("A800 PCIE", "A800 SXM4", "A800"),
        siblings=("a100 80gb", "h100"),
    ),
    Card("H800", _MODULE, {_SXM: (80,), _PCIE: (80,)}, ("H800 SXM", "H800 PCIE"), siblings=("h100", "a100 80gb")),
    Card("H20", _MODULE, only(96, 141), siblings=("h200", "h100")),
    Card("T4", _BOARD, only(16), ("Tesla T4", "T4"), siblings=("l4", "a10")),
    Card(
        "V100",
        _MODULE,
        {_SXM: (16, 32), _PCIE: (16, 32)},
        ("Tesla V100", "V100"),
        siblings=("a100 40gb", "quadro rtx 8000", "a10"),
    ),
    Card("V100S", _BOARD, only(32), ("Tesla V100S",), siblings=("v100 32gb", "a100 40gb")),
    Card("A16", _BOARD, only(16), siblings=("a10", "l4")),
    Card("A2", _BOARD, only(16), siblings=("t4", "l4")),
    Card("A10G", _BOARD, only(24), ("A10g", "A10G"), siblings=("a10", "l4")),
    Card("P100", _MODULE, {_SXM: (16,), _PCIE: (12, 16)}, ("Tesla P100",), siblings=("v100", "t4")),
    Card("P40", _BOARD, only(24), ("Tesla P40",), siblings=("rtx 3090", "l4")),
    Card("P4", _BOARD, only(8), ("Tesla P4",), siblings=("t4",)),
    Card("K80", _BOARD, only(12), ("Tesla K80",), siblings=("p40", "t4")),
    Card("MI300X", _INSTINCT, only(192), siblings=("h200", "b200")),
    Card("MI250X", _INSTINCT, only(128), siblings=("mi250", "mi300x")),
    Card("MI250", _INSTINCT, only(128), siblings=("mi250x", "mi300x")),
    Card("MI210", _INSTINCT, only(64), siblings=("a100 80gb", "mi250")),
    Card("MI100", _INSTINCT, only(32), siblings=("mi210", "v100 32gb")),
)

CARDS: tuple[Card, ...] = (*_DATACENTER, *CONSUMER, *WORKSTATION)
