"""A table in the form of the page, for devices and files."""

from datetime import UTC, datetime
from typing import Any

from msgspec import to_builtins

from sheetgen.live.running import RunningTable
from sheetgen.live.table import (
    BoxEntry,
    Doubt,
    TableState,
    asked_device,
    is_finished,
    next_player,
    typist_of,
)


def match_of(table: RunningTable) -> dict[str, Any]:
    """Return the game in the form of the page, a `Match` of its scripts."""
    state = table.state
    players = []
    for seat in state.players:
        player: dict[str, Any] = {"id": seat.player, "name": seat.name}
        players.append(player | ({"left": True} if seat.left else {}))
    match: dict[str, Any] = {
        "id": table.about.id,
        "started": table.about.started,
        "starter": players[0]["id"] if players else "",
        "players": players,
        "entries": [_entry_data(entry) for entry in state.entries],
    }
    if state.winner:
        match["won"] = state.winner
    if is_finished(table.game, state):
        last = max((event.clock for event in table.log), default=0)
        match["when"] = datetime.fromtimestamp(last / 1000, UTC).isoformat().replace("+00:00", "Z")
    return match


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
        "last": len(table.log),
        "match": match_of(table),
        "seats": seats,
        "here": table.present(),
        "questions": [_question(state, doubt) for doubt in state.doubts if doubt.is_open],
        "next": next_player(table.game, state),
        "turns": {seat.player: state.turn_of(seat.player) for seat in state.players},
        "finished": is_finished(table.game, state),
        "drafts": {player: dice for player, (_, dice) in table.drafts.items()},
    }


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
