"""Questions to ask about a Yacht, in a game with rules for it, and the entries for one roll at some moments."""

from collections.abc import Iterator

from msgspec import Struct

from sheetgen.booklets.examples import Stage, sum_of
from sheetgen.booklets.facts import Facts


class YachtStep(Struct, frozen=True):
    """A question on the way, with what follows from its answers."""

    asked: str
    said: tuple[str, ...]


class YachtPath(Struct, frozen=True):
    """All questions in their order, and what may be written at some moments of a game."""

    heading: str
    lead: str
    steps: tuple[YachtStep, ...]
    moments: str
    """Heading of the stages."""
    stages: tuple[Stage, ...]


def yacht_path(facts: Facts) -> YachtPath | None:
    """Return the questions about a Yacht of this game, None if no rule mentions one."""
    if not facts.stages:
        return None
    text = facts.wording.catalog.text
    lead = text("booklet", "A very special roll! Go through these questions from the top.")
    if facts.ordered:
        lead += " " + text("booklet", "All this as far as the order of the boxes allows it.")
    four = text("booklet", "The same roll at four moments")
    moments = four if len(facts.stages) == 4 else text("booklet", "The same roll at other moments")
    heading = text("booklet", "You roll a %(yacht)s: what now?", yacht=facts.yacht)
    return YachtPath(heading, lead, tuple(_steps(facts)), moments, () if facts.ordered else facts.stages)


def _steps(facts: Facts) -> Iterator[YachtStep]:
    bonus, one = facts.ruleset.extra_yachts, facts.yacht_boxes == 1
    if bonus and not one:
        yield _bonus(facts, bonus.points)
    yield _own_box(facts)
    if bonus and one:
        yield _bonus(facts, bonus.points)
    joker, text = facts.ruleset.joker, facts.wording.catalog.text
    if joker.rule == "forced":
        if facts.own:
            shown = facts.wording.catalog.said_of(facts.wording.name(facts.own.category), sum_of(facts.own))
            yes = text("booklet", "Yes: it must go there.")
            on = text("booklet", "No: go on.")
            yield YachtStep(text("booklet", "Is the box of the number you rolled open?"), (f"{yes} {shown}.", on))
        yield _forced(facts)
    elif joker.rule == "free":
        if joker.number_box_full and facts.own:
            yes = text("booklet", "Yes: it is no joker yet. Write it in any open box, by the rule of that box.")
            yield YachtStep(
                text("booklet", "Is the box of the number you rolled open?"), (yes, text("booklet", "No: go on."))
            )
        yield _free(facts)
    else:
        rule = text("booklet", "It scores there by the rule of that box.")
        yield YachtStep(text("booklet", "Write it in any open box."), (rule,))


def _bonus(facts: Facts, points: int) -> YachtStep:
    """Return the question whether a further Yacht earns a bonus."""
    text = facts.wording.catalog.text
    asked = text("booklet", "Does it hold points (so not a 0)?")
    several = text("booklet", "Does a %(yacht)s box hold points already?", yacht=facts.yacht)
    yes = text(
        "booklet", "Yes: you get a bonus of %(bonus)s, each time, in addition to what you write now.", bonus=points
    )
    no, on = text("booklet", "No: there is no bonus."), text("booklet", "Go on in both cases.")
    return YachtStep(asked if facts.yacht_boxes == 1 else several, (yes, f"{no} {on}"))


def _own_box(facts: Facts) -> YachtStep:
    text = facts.wording.catalog.text
    yes = [text("booklet", "Yes: write %(points)s in it.", points=facts.the_yacht.points)]
    if facts.first_roll:
        yes.append(facts.wording.then_first(facts.first_roll))
    must, other = text("booklet", "It must go there."), text("booklet", "Or use another box, by the rule of that box.")
    yes.append(must if facts.ruleset.joker.yacht_box_first else other)
    asked = text("booklet", "Is your %(yacht)s box open?", yacht=facts.yacht)
    return YachtStep(asked, (" ".join(yes), text("booklet", "No: go on.")))


def _quoted(facts: Facts) -> str:
    """Return the names of the sections in which a joker counts; empty if it counts everywhere."""
    return ", ".join(facts.wording.catalog.text("booklet", "“%(name)s”", name=name) for name in facts.joker_sections)


def _forced(facts: Facts) -> YachtStep:
    """Return the rule for a joker that has to go into the box of its number."""
    text, joker, sections = facts.wording.catalog.text, facts.ruleset.joker, _quoted(facts)
    inside = text(
        "booklet",
        "It is a joker in any open box of %(sections)s: it counts as if it showed what the box asks for. Where dice "
        "are added up, add up your own.",
        sections=sections,
    )
    anywhere = text(
        "booklet",
        "It is a joker in any open box: it counts as if it showed what the box asks for. Where dice are added up, "
        "add up your own.",
    )
    said = [inside if sections else anywhere]
    if joker.may_decline:
        said.append(text("booklet", "You may also write what the dice are worth without it."))
    choice = text("booklet", "Or you write a 0 in an open box of another number.")
    last = text("booklet", "Only if no such box is open, write a 0 in an open box of another number.")
    said.append(choice if joker.zero == "choice" else last)
    asked = text("booklet", "That box is full too:") if facts.own else text("booklet", "Now it is a joker.")
    return YachtStep(asked, (" ".join(said),))


def _free(facts: Facts) -> YachtStep:
    """Return the rule for a joker that may go into any box."""
    text, joker, sections = facts.wording.catalog.text, facts.ruleset.joker, _quoted(facts)
    inside = text("booklet", "Write it in any open box. In %(sections)s it may stand for any pattern.",
                  sections=sections)  # fmt: skip
    said = [inside if sections else text("booklet", "Write it in any open box: it may stand for any pattern.")]
    free = text("booklet", "There its dice may stand for any dice.")
    own = text("booklet", "Its dice stay what they are: a number counts only itself, and sums are those of the dice.")
    said.append(free if joker.any_dice else own)
    if joker.may_decline:
        said.append(text("booklet", "You may also write what the dice are worth without it."))
    return YachtStep(text("booklet", "Now it is a joker."), (" ".join(said),))
