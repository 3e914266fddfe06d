"""One row of the GPU table: a family, the forms and sizes it is sold in, and how others spell it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from bot.domain.gpu.kinds import Form, GpuAsk


@dataclass(frozen=True, slots=True)
class Brand:
    """What the cards of one product line share.

    `may` are words a name can carry or leave out ("GeForce RTX 4090", "4090"). `spoken` are forms that may be said
    of a card that has but one, and then tell nothing new ("L40S PCIe"). `datacenter` cards need a higher account
    level at some marketplaces.
    """

    may: frozenset[str]
    spoken: frozenset[Form] = frozenset({Form.PCIE})
    datacenter: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A family. `sizes` are nominal GB per form, under the form None for a card that has but one."""

    family: str
    brand: Brand
    sizes: Mapping[Form | None, tuple[int, ...]]
    vast: tuple[str, ...] = ()
    """The names in Vast.ai's offers; empty where Vast.ai says the family's own name."""
    siblings: tuple[str, ...] = ()
    """What to try instead, nearest first, in words that `read_gpu` reads."""
    usual: Form | None = None
    """The form that a name without a form means, where the other form is always named."""
    hints: Mapping[str, Form] = field(default_factory=lambda: MappingProxyType({}))
    """Words that tell the form without naming it: "H100 80GB HBM3" is how the driver calls an SXM."""
    also: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    """Sizes in GB that are said, too, to the nominal one: a B200 is sold as 192 and as 180."""
    cloudj: Mapping[Form | None, str] = field(default_factory=lambda: MappingProxyType({}))
    """Cloudj's model words per form."""

    def kinds(self, form: Form | None = None, size: int | None = None) -> Iterator[tuple[Form | None, int]]:
        """Every form and nominal size in which the card exists, of those that the form and the size (GB) allow."""
        nominal = None if size is None else self.also.get(size, size)
        for own, sizes in self.sizes.items():
            if form in (None, own) or (own is None and form in self.brand.spoken):
                yield from ((own, each) for each in sizes if nominal in (None, each))

    def ask(self, form: Form | None, size: int | None) -> GpuAsk | None:
        """Give the ask that a spoken form and size (GB) mean, or None where no such card exists."""
        kinds = list(self.kinds(form, size))
        if not kinds:
            return None
        own, nominal = kinds[0]
        return GpuAsk(self.family, None if size is None else nominal, None if form is None else own)

    def implied_form(self, aside: frozenset[str]) -> Form | None:
        """Give the form that a name without one implies, by a hint among its words or by habit."""
        return next((form for word, form in self.hints.items() if word in aside), self.usual)

    def asks(self) -> tuple[GpuAsk, ...]:
        """Everything that can be asked for within the family, widest first."""
        kinds = list(self.kinds())
        wide = [GpuAsk(self.family), *(GpuAsk(self.family, None, form) for form, _ in kinds)]
        narrow = [*(GpuAsk(self.family, size) for _, size in kinds), *(GpuAsk(self.family, s, f) for f, s in kinds)]
        return tuple(dict.fromkeys([*wide, *narrow]))


def only(*sizes: int) -> Mapping[Form | None, tuple[int, ...]]:
    """Sizes (nominal GB) of a card that has but one form."""
    return {None: sizes}
