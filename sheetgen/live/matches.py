"""A table in the form of the page, for devices and files."""

from datetime import UTC, datetime
from typing import Any

from msgspec import to_builtins

from sheetgen.live.events import BoxEvent, ChooseEvent, DiceFacts
from sheetgen.live.running import RunningTable
from sheetgen.live.table import (
    BoxEntry,
    Doubt,
    TableState,
    asked_device,
    game_state,
    is_finished,
    next_player,
    stopped_players,
    typist_of,
)


def match_of(table: RunningTable, number: int = 0) -> dict[str, Any]:
    """Return a game in the form of the page, a `Match` of its scripts.

    It is the one of this number, counted from 1, or else the one that is played.
    """
    number = number or table.state.game
    state = game_state(table.state, number)
    stopped = stopped_players(table.game, state)
    players = []
    for seat in state.players:
        player: dict[str, Any] = {"id": seat.player, "name": seat.name}
        players.append(player | ({"left": True} if seat.player in stopped else {}))
    ids = [player["id"] for player in players]
    match: dict[str, Any] = {
        "id": table.about.id if number == 1 else f"{table.about.id}-{number}",
        "started": table.about.started if number == 1 else _moment(state.begun),
        "starter": state.starter if state.starter in ids else next(iter(ids), ""),
        "players": players,
        "entries": [_entry_data(entry) for entry in state.entries],
    }
    if state.winner:
        match["won"] = state.winner
    if is_finished(table.game, state):
        match["when"] = _moment(_last_clock(table, number))
    return match


def matches_of(table: RunningTable) -> list[dict[str, Any]]:
    """Return all games in which something was written, in their order.

    Without any it is the first one.
    """
    matches = [match_of(table, number) for number in range(1, table.state.game + 1)]
    return [match for match in matches if match["entries"] or "won" in match] or matches[:1]


def _last_clock(table: RunningTable, number: int) -> int:
    """Return the time of the last event about a box of a game, in milliseconds since 1970."""
    clocks = [0]
    for event in table.log:
        if isinstance(event, BoxEvent | ChooseEvent) and event.game == number:
            clocks.append(event.clock)
    return max(clocks)


def _moment(clock: int) -> str:
    """Return a time in milliseconds since 1970 as the scripts of the page write it."""
    moment = datetime.fromtimestamp(clock / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _entry_data(entry: BoxEntry) -> dict[str, Any]:
    """Return an entry in the form of the page."""
    data: dict[str, Any] = {
        "player": entry.player,
        "box": entry.box,
        "points": entry.points.points,
        "bonus": entry.points.bonus,
    }
    data |= to_builtins(entry.dice)
    if entry.was is not None:
        data |= {"fixed": True, "was": entry.was}
    return data


def game_answer(table: RunningTable) -> dict[str, Any]:
    """Return the whole state of the table, for a device that wakes up or joins."""
    state = table.state
    seats = []
    for seat in state.players:
        by = typist_of(state, seat.player)
        seats.append({"player": seat.player, "device": seat.device, "by": by})
    return {
        "table": table.about.name,
        "id": table.about.id,
        "started": table.about.started,
        "game": state.game,
        "last": len(table.log),
        "waits": table.is_waiting,
        "match": match_of(table),
        "seats": seats,
        "here": table.present(),
        "questions": _questions(state),
        "next": next_player(table.game, state),
        "turns": {seat.player: state.turn_of(seat.player) for seat in state.players},
        "finished": is_finished(table.game, state),
        "drafts": drafts_of(table),
    }


def drafts_of(table: RunningTable) -> dict[str, DiceFacts]:
    """Return the dice that are being tapped, by player."""
    return {player: dice for player, (_, dice) in table.drafts.items()}


def _questions(state: TableState) -> list[dict[str, Any]]:
    """Return the open questions of all games."""
    questions = []
    for number, game in enumerate((*state.earlier, state), 1):
        for doubt in game.doubts:
            if doubt.is_open:
                questions.append(_question(state, doubt) | {"game": number})
    return questions


def _question(state: TableState, doubt: Doubt) -> dict[str, Any]:
    """Return an open question: its values, which of them counts, and who is asked."""
    values = []
    for entry in doubt.entries:
        value = _entry_data(entry) | {"write": entry.number, "turn": entry.turn}
        values.append(value | {"devices": sorted(entry.devices)})
    return {
        "question": doubt.number,
        "player": doubt.player,
        "device": asked_device(state, doubt),
        "counts": doubt.counts,
        "values": values,
    }
