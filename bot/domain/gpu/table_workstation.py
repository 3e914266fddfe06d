"""RTX PRO, RTX Ada, RTX A and Quadro cards: many share a number, so the number alone asks which (case b44)."""

from bot.domain.gpu.card import Brand, Card, only

_PRO = Brand(frozenset({"rtx", "blackwell"}))
_PRO_MAX_Q = Brand(frozenset({"rtx", "blackwell", "ws"}))
"""The driver's name of it ends in "Max-Q Workstation Edition"."""
_ADA = Brand(frozenset({"rtx"}))
_A = Brand(frozenset({"rtx", "quadro"}))
_QUADRO = Brand(frozenset({"rtx"}))

WORKSTATION = (
    Card("RTX PRO 6000 WS", _PRO, only(96), siblings=("rtx pro 6000 s", "rtx pro 6000 max-q", "h100")),
    Card("RTX PRO 6000 S", _PRO, only(96), siblings=("rtx pro 6000 ws", "rtx pro 6000 max-q", "h100")),
    Card("RTX PRO 6000 Max-Q", _PRO_MAX_Q, only(96), siblings=("rtx pro 6000 ws", "rtx pro 6000 s", "h100")),
    Card("RTX PRO 5000", _PRO, only(48, 72), siblings=("rtx 6000 ada", "l40s", "rtx pro 6000 ws")),
    Card("RTX PRO 4500", _PRO, only(32), siblings=("rtx 5090", "rtx 5000 ada")),
    Card("RTX PRO 4000", _PRO, only(24), siblings=("rtx 4500 ada", "rtx 4090")),
    Card("RTX PRO 2000", _PRO, only(16), siblings=("rtx 2000 ada", "rtx pro 4000")),
    Card("RTX 6000 Ada", _ADA, only(48), ("RTX 6000Ada",), siblings=("l40s", "rtx 5880 ada", "rtx a6000")),
    Card("RTX 5880 Ada", _ADA, only(48), ("RTX 5880Ada",), siblings=("rtx 6000 ada", "l40s", "rtx a6000")),
    Card("RTX 5000 Ada", _ADA, only(32), ("RTX 5000Ada",), siblings=("rtx 5090", "rtx pro 4500")),
    Card("RTX 4500 Ada", _ADA, only(24), ("RTX 4500Ada",), siblings=("rtx 4090", "rtx a5000")),
    Card("RTX 4000 Ada", _ADA, only(20), ("RTX 4000Ada",), siblings=("rtx a4500", "rtx 4500 ada")),
    Card("RTX 2000 Ada", _ADA, only(16), ("RTX 2000Ada",), siblings=("rtx 4000 ada", "rtx a4000")),
    Card("RTX A6000", _A, only(48), siblings=("a40", "rtx 6000 ada", "l40s")),
    Card("RTX A5500", _A, only(24), siblings=("rtx a5000", "rtx 3090")),
    Card("RTX A5000", _A, only(24), siblings=("rtx 3090", "a10", "rtx 4500 ada")),
    Card("RTX A4500", _A, only(20), siblings=("rtx a5000", "rtx 4000 ada")),
    Card("RTX A4000", _A, only(16), siblings=("rtx a4500", "rtx 4060 ti 16gb")),
    Card("RTX A2000", _A, only(12, 6), siblings=("rtx a4000", "rtx 3060")),
    Card("Quadro RTX 8000", _QUADRO, only(48), ("Q RTX 8000", "Quadro RTX 8000"), siblings=("rtx a6000", "a40")),
    Card("Quadro RTX 6000", _QUADRO, only(24), ("Q RTX 6000", "Quadro RTX 6000"), siblings=("titan rtx", "rtx 3090")),
    Card("Quadro RTX 5000", _QUADRO, only(16), ("Q RTX 5000", "Quadro RTX 5000"), siblings=("rtx a4000", "t4")),
    Card("Quadro RTX 4000", _QUADRO, only(8), ("Q RTX 4000", "Quadro RTX 4000"), siblings=("rtx a4000",)),
    Card("Quadro GV100", _QUADRO, only(32), siblings=("v100 32gb", "rtx 5000 ada")),
    Card("Quadro P6000", _QUADRO, only(24), siblings=("p40", "quadro rtx 6000")),
    Card("Quadro P5000", _QUADRO, only(16), siblings=("quadro rtx 5000", "rtx a4000")),
    Card("Quadro P4000", _QUADRO, only(8), siblings=("quadro rtx 4000",)),
    Card("Quadro P2000", _QUADRO, only(5), siblings=("quadro p4000",)),
)
