"""Command `play`: one table for all phones and a screen."""

import json
import os
import secrets
import string
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from time import monotonic, strftime, time
from typing import Annotated, Any

import typer
from msgspec import Struct

from sheetgen.calculator.page import rules_data
from sheetgen.cli import parameters
from sheetgen.cli.output import (
    BOLD,
    DIM,
    can_open,
    for_terminal,
    print_table,
    say,
    styled,
    write_output,
)
from sheetgen.cli.serving import (
    bare,
    home_address,
    network_card,
    print_steps,
    reached_at,
    square_of,
    wrapped,
)
from sheetgen.documents.declared import Extra
from sheetgen.documents.kits import FormOptions, screen_page, table_page
from sheetgen.errors import Message, SheetgenError
from sheetgen.files.disk import clean_name
from sheetgen.files.folders import tables_folder
from sheetgen.i18n.catalog import Catalog, load_catalog
from sheetgen.layout import options as shared
from sheetgen.live.events import AgainEvent, AnyEvent, BoxEvent, JoinEvent, SeatEvent, TypesForEvent
from sheetgen.live.listening import Host, NetworkServer, bound_sockets
from sheetgen.live.matches import matches_of
from sheetgen.live.running import RunningTable
from sheetgen.live.server import TablePages, table_app
from sheetgen.live.store import (
    SUFFIX,
    AboutTable,
    StoredTable,
    free_name,
    new_table,
    open_table,
    read_tables,
    table_files,
)
from sheetgen.live.table import (
    Seat,
    TableState,
    after,
    check_at_table,
    is_finished,
    state_after,
    stopped_players,
    typist_of,
)
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import known_id, no_ruleset

_HERE = "127.0.0.1"
_THIS_COMPUTER = "computer"
"""Id of the device that seats the players of --names."""
_ASLEEP_AFTER = 45.0
"""Seconds after which an absent phone is told of: with the 15 until it is absent, a minute."""
_LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""Letters of a token: those that are not read as digits."""
_MOST_LISTED = 50
"""Maximum number of tables among which the newest unfinished one is looked for."""
_STEPS = (
    Message("Phones in the same Wi-Fi: point the camera at the square, say who you are."),
    Message("Big screen: open its address, press F11, and lay it in the middle of the table."),
    Message("Phones that cannot open it: the Wi-Fi keeps guests apart. Use a phone's hotspot."),
)
_STEPS_WITHOUT_SQUARE = (
    Message("Phones in the same Wi-Fi: type the address, then the digits, and say who you are."),
    *_STEPS[1:],
)


class PlayCommand(Struct, frozen=True, kw_only=True):
    """Options of the command."""

    ruleset: parameters.RulesetOrNone = None
    lang: shared.Lang = None
    names: shared.Names = ()
    theme: shared.Theme = None
    table: Annotated[
        str | None,
        Extra(Message("Go on with this table instead of the newest one."), Message("NAME")),
    ] = None
    list_: Annotated[bool, Extra(Message("List the tables, the last one first, and end."))] = False
    export: Annotated[
        Path | None,
        Extra(
            Message("Write the games of a table to a file for the page, and end."), Message("FILE")
        ),
    ] = None
    force: parameters.Force = False
    from_phones: Annotated[
        bool,
        Extra(
            Message(
                "Wait for a phone that knows the game: the file of the table is gone. Each phone "
                "has all of it."
            )
        ),
    ] = False
    host: Annotated[
        str | None,
        Extra(
            Message("Address to serve on; 127.0.0.1 for this computer alone."),
            "ADDRESS",
        ),
    ] = None
    no_open: Annotated[bool, Extra(Message("Do not open the big screen in the browser."))] = False


@parameters.app.command("play")
def play(settings: PlayCommand) -> None:
    """Serve a table until Ctrl-C, or write its games to a file."""
    catalog = parameters.find_catalog(settings.lang)
    if settings.list_:
        _list_tables(catalog)
        return
    if settings.export is not None:
        _export(settings, catalog)
        return
    if settings.ruleset is None:
        of_new = {
            "names": settings.names,
            "theme": settings.theme,
            "from-phones": settings.from_phones,
        }
        for option, value in of_new.items():
            if value:
                raise SheetgenError("belongs to a new table; name its game", key=f"--{option}")
        stored = _table_to_go_on_with(settings, catalog)
    else:
        if settings.table is not None:
            raise SheetgenError(
                "--%(one)s and --%(other)s exclude each other.", one="table", other="ruleset"
            )
        if settings.names and settings.from_phones:
            raise SheetgenError(
                "--%(one)s and --%(other)s exclude each other.", one="names", other="from-phones"
            )
        stored = _new_table(settings, catalog)
    try:
        _serve(stored, settings)
    finally:
        stored.close()


# tables


def _new_table(settings: PlayCommand, catalog: Catalog) -> StoredTable:
    """Make a table, with seats for the players who are named."""
    word = known_id(str(settings.ruleset))
    game = load_ruleset(word)
    folder = tables_folder()
    about = AboutTable(
        id=_letters(12),
        name=free_name(folder, game.id, strftime("%Y-%m-%d")),
        game=str(Path(word).absolute()) if word.endswith(".toml") else word,
        language=catalog.language,
        theme=settings.theme,
        started=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        token=_letters(8),
        digits="".join(secrets.choice(string.digits) for _ in range(4)),
        restored=0 if settings.from_phones else None,
    )
    shared.look_of(game, settings.theme)  # it checks the theme
    seats = _seats_of(game, settings.names)
    stored = new_table(folder, about)
    RunningTable(game, stored).take(seats)
    return stored


def _letters(count: int) -> str:
    """Return random letters."""
    return "".join(secrets.choice(_LETTERS) for _ in range(count))


def _seats_of(game: Ruleset, names: Sequence[str]) -> list[AnyEvent]:
    """Return the events that seat players of these names; raise SheetgenError for wrong ones."""
    seats: list[AnyEvent] = []
    state = TableState()
    for count, name in enumerate(names, 1):
        clock = round(1000 * time())
        seat = SeatEvent(
            device=_THIS_COMPUTER,
            count=count,
            clock=clock,
            player=f"p{count}",
            name=clean_name(name),
        )
        try:
            check_at_table(game, state, seat)
        except SheetgenError as error:
            raise error.at("--names") from error
        state = after(state, seat)
        seats.append(seat)
    return seats


def _table_to_go_on_with(settings: PlayCommand, catalog: Catalog) -> StoredTable:
    """Open the table that is named, or else the newest unfinished one."""
    if settings.table is not None:
        return open_table(_path_of(settings.table))
    unfinished: list[str] = []
    finished: list[str] = []
    for about, events in read_tables(table_files(tables_folder())[:_MOST_LISTED]):
        with suppress(SheetgenError):  # its game is gone
            is_over = is_finished(load_ruleset(about.game), state_after(events))
            (finished if is_over else unfinished).append(about.name)
    if finished and not unfinished:
        raise SheetgenError(
            "no game is unfinished; 'sheetgen play --table %(name)s' opens the last table for "
            "another game, 'sheetgen play yatzy' a new one",
            name=finished[0],
        )
    if not unfinished:
        raise no_ruleset("sheetgen play yatzy")
    first, *others = unfinished
    for name in others:
        print(
            catalog.message("another unfinished table: sheetgen play --table %(name)s", name=name)
        )
    return open_table(_path_of(first))


def _path_of(name: str) -> Path:
    """Return the file of a table. Raise SheetgenError if there is none of this name."""
    files = {path.name.removesuffix(SUFFIX): path for path in table_files(tables_folder())}
    if name in files:
        return files[name]
    if not files:
        raise SheetgenError("there is no table yet", key="--table")
    known = tuple([*files][:10])
    message = Message("no table is called '%(written)s'; the last ones: %(known)s")
    raise SheetgenError(message, key="--table", written=name, known=known)


def _list_tables(catalog: Catalog) -> None:
    """Print all tables with their players, and the number of boxes that are written.

    From the second game of a table on, they are those of the last one, which is numbered.
    """
    rows = []
    for about, events in read_tables(table_files(tables_folder())):
        state = state_after(events)
        names = ", ".join(seat.name for seat in state.players)
        count = len(state.entries)
        boxes = catalog.plural("table", "%(n)s box", "%(n)s boxes", count)
        if state.game > 1:
            boxes = catalog.message("game %(game)s, %(boxes)s", game=state.game, boxes=boxes)
        rows.append((about.name, boxes, names))
    if rows:
        print_table(rows)
    else:
        print(catalog.message("there is no table yet"))


def _export(settings: PlayCommand, catalog: Catalog) -> None:
    """Write the games of the table that is named, or of the last one, as a file of the page."""
    if settings.ruleset is not None:
        raise SheetgenError(
            "writes the games of a table; name it with --table NAME", key="--export"
        )
    if settings.table is not None:
        path = _path_of(settings.table)
    else:
        path = next(iter(table_files(tables_folder())), Path())
        if not path.name:
            raise SheetgenError("there is no table yet", key="--export")
    stored = open_table(path)
    try:
        game = load_ruleset(stored.about.game)
        content = games_file(game, RunningTable(game, stored))
    finally:
        stored.close()
    name = f"{stored.about.name}.json"
    write_output(content, str(settings.export), name, catalog, force=settings.force, show=False)


def games_file(game: Ruleset, table: RunningTable) -> bytes:
    """Return the games of a table as a file that the page reads."""
    head = {
        "sheetgen": "games",
        "version": 1,
        "ruleset": game.id,
        "rules": rules_data(game)["rules"],
        "games": matches_of(table),
    }
    return (json.dumps(head, ensure_ascii=False) + "\n").encode()


# the terminal of a table


def _serve(stored: StoredTable, settings: PlayCommand) -> None:
    """Answer phones until Ctrl-C, and say who is there."""
    about = stored.about
    catalog = parameters.find_catalog(settings.lang or about.language)
    game = load_ruleset(about.game)
    table = RunningTable(game, stored)
    options = FormOptions(lang=about.language, theme=about.theme)

    def pages_now() -> TablePages:
        phone = table_page(game, table.about.id, options)
        return TablePages(phone, screen_page(game, table.about.id, options), link)

    def pages_anew(phone: str) -> TablePages:
        terminal.tell_restored(phone)
        return pages_now()

    host = settings.host or home_address()
    hosts = [host]
    if not ip_address(bare(host)).is_unspecified and not ip_address(bare(host)).is_loopback:
        hosts.append(_HERE)  # the big screen: what is of this computer may stay awake
    sockets = bound_sockets(hosts, about.port)
    port = sockets[0].getsockname()[1]
    if about.port not in (0, port):
        print(wrapped(catalog.message("the address is another one: its port is taken")))
    stored.move_to(port)
    address, link = reached_at(sockets[0])
    terminal = _Terminal(table, catalog, port, opens=not settings.no_open)
    terminal.print_head(address, link)
    language = load_catalog(about.language)
    app = table_app(table, pages_now(), language, terminal.tell, pages_anew)
    NetworkServer(app, terminal).run(sockets)


class Absence(Struct):
    """Sleep of a phone: since when, and how many boxes it had written until then."""

    since: float
    boxes: int
    is_told: bool = False


class _Terminal(Host):
    """The terminal of a table: its address, who comes and goes, and what is kept at the end."""

    def __init__(self, table: RunningTable, catalog: Catalog, port: int, *, opens: bool) -> None:
        self.table = table
        self.catalog = catalog
        self.screen = f"http://localhost:{port}/screen?table={table.about.token}"
        self._opens = opens
        self._away: dict[str, Absence] = {}
        self._addresses: dict[str, str] = {}
        self._was_finished = is_finished(table.game, table.state)
        self._game = table.state.game

    def print_head(self, address: str, link: str) -> None:
        """Print where the table is, and how phones come to it."""
        message = self.catalog.message
        about = self.table.about
        if ip_address(bare(address)).is_loopback:
            print(message("one table, for this computer alone"))
        else:
            card = network_card(address)
            place = f"{card} ({address})" if card else address
            text = message(
                "one table for all phones, on %(address)s; this Wi-Fi can join it", address=place
            )
            print(wrapped(text))
        print(for_terminal(message("kept in %(file)s", file=_at_home(self.table.stored.path))))
        rows = [
            (message("phones"), link, ""),
            (message("big screen"), self.screen, message("here, and it stays awake")),
        ]
        if not ip_address(bare(address)).is_loopback:
            rows.append(("", f"{link}screen", message("on a tablet")))
        rows.append((message("digits"), about.digits, ""))
        width = max(len(word) for word, _, _ in rows)
        link_width = max(len(text) for _, text, _ in rows)
        print()
        for word, text, note in rows:
            shown = styled(text, BOLD) if word else text
            gap = " " * (link_width - len(text))
            typer.echo(f"  {word:{width}}  {shown}{gap}  {note}".rstrip())
        print()
        if not ip_address(bare(address)).is_loopback:
            square = square_of(f"{link}?table={about.token}")
            print(square, end="")
            print_steps(_STEPS if square else _STEPS_WITHOUT_SQUARE, self.catalog)

    def started(self) -> None:
        """Say that phones are answered, and open the big screen."""
        if self.table.is_waiting:
            message = self.catalog.message
            print(wrapped(message("waiting for a phone that has played at this table")))
        print(self.catalog.message("Ctrl-C closes the table and keeps the game"), flush=True)
        has_display = sys.platform != "linux" or any(
            os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
        )
        if self._opens and has_display and can_open():
            typer.launch(self.screen)

    def tell(self, event: AnyEvent, address: str) -> None:
        """Say who joins, and when a game ends or begins."""
        self._addresses[event.device] = address
        seat = self.table.state.seat_at(event.device)
        if isinstance(event, JoinEvent) and seat and seat.player == event.player:
            self._away.pop(event.device, None)
            self._say(seat.name, self._joined(seat.player), address)
        if isinstance(event, TypesForEvent):
            self._tell_typing(event)
        if isinstance(event, AgainEvent) and event.game == self._game + 1:
            self._game = event.game
            self._say("", self.catalog.message("game %(game)s begins", game=event.game), "")
        is_over = is_finished(self.table.game, self.table.state)
        if is_over and not self._was_finished:
            self._say("", self.catalog.message("the game is over"), "")
        self._was_finished = is_over

    def tell_restored(self, address: str) -> None:
        """Say that a phone has brought back the game."""
        self._was_finished = is_finished(self.table.game, self.table.state)
        self._game = self.table.state.game
        boxes = len(self.table.state.entries)
        said = self.catalog.plural(
            "table", "the game is back, with %(n)s box", "the game is back, with %(n)s boxes", boxes
        )
        self._say("", said, address)

    def _joined(self, player: str) -> str:
        """Return that a player joins, and for whom else this phone types."""
        state = self.table.state
        others = [one.name for one in state.players if typist_of(state, one.player) == player]
        if not others:
            return self.catalog.message("joined")
        return self.catalog.message("joined, for %(players)s", players=", ".join(others))

    def _tell_typing(self, event: TypesForEvent) -> None:
        """Say who types for whom from now on."""
        by = self.table.state.seat_of(event.by)
        player = self.table.state.seat_of(event.player)
        if by and player and event.turn == 0:
            said = self.catalog.message("types for %(player)s", player=player.name)
            self._say(by.name, said, "")

    def look(self) -> None:
        """Say who has been asleep for a minute, and who of these is back."""
        present = self.table.present().players
        for seat in self.table.state.players:
            if seat.device and seat.device not in present:
                self._note_absence(seat)
            elif seat.device in self._away:
                absence = self._away.pop(seat.device)
                if absence.is_told:
                    self._tell_back(seat, absence)

    def _note_absence(self, seat: Seat) -> None:
        """Note that a phone is away, and say so after a minute: most sleep for less."""
        boxes = self._boxes_of(seat.device)
        absence = self._away.setdefault(seat.device, Absence(monotonic(), boxes))
        if not absence.is_told and monotonic() - absence.since >= _ASLEEP_AFTER:
            absence.is_told = True
            message = self.catalog.message
            self._say(seat.name, message("asleep, 1 min"), message("nothing is lost"))

    def _tell_back(self, seat: Seat, absence: Absence) -> None:
        """Say that a phone is back, and with how many boxes that it wrote meanwhile."""
        boxes = self._boxes_of(seat.device) - absence.boxes
        said = self.catalog.message("back")
        if boxes:
            said = self.catalog.plural("table", "back, %(n)s box", "back, %(n)s boxes", boxes)
        number = len(self.table.log)
        self._say(seat.name, said, self.catalog.message("event %(number)s", number=number))

    def _boxes_of(self, device: str) -> int:
        """Return how many boxes a device has written."""
        events = [event for event in self.table.log if event.device == device]
        return sum(isinstance(event, BoxEvent) for event in events)

    def _say(self, name: str, what: str, more: str) -> None:
        width = max([len(seat.name) for seat in self.table.state.players], default=0)
        say(f"{strftime('%H:%M:%S')}  {name:{width}}  {what:15}  {more}".rstrip(), DIM)
        sys.stdout.flush()

    def closing(self) -> None:
        """Tell the phones."""
        self.table.close()

    def closed(self) -> None:
        """Say what is kept, and how to go on."""
        message = self.catalog.message
        state, game = self.table.state, self.table.game
        boxes = len(state.entries)
        stopped = stopped_players(game, state)
        players = [seat for seat in state.players if seat.player not in stopped]
        print()
        if is_finished(game, state):
            print(message("table closed; the game is over, and kept"))
        elif not boxes:
            print(message("table closed; nothing was written yet"))
        else:
            turn = min([state.turn_of(seat.player) for seat in players], default=1)
            kept = self.catalog.plural(
                "table",
                "table closed; turn %(turn)s of %(turns)s is kept, %(n)s box; phones play on alone",
                "table closed; turn %(turn)s of %(turns)s is kept, %(n)s boxes; "
                "phones play on alone",
                boxes,
                turn=min(turn, len(game.boxes)),
                turns=len(game.boxes),
            )
            print(wrapped(kept))
        name = self.table.about.name
        rows: list[tuple[str, Any]] = []
        if not is_finished(game, state):
            rows.append((message("go on, at the same address"), "sheetgen play"))
            rows.append((message("another evening"), f"sheetgen play --table {name}"))
        rows.append(
            (message("as a file for the page"), f"sheetgen play --table {name} --export game.json")
        )
        width = max(len(word) for word, _ in rows)
        for word, command in rows:
            typer.echo(f"{word:{width}}  {styled(command, BOLD)}")
        sys.stdout.flush()
        self.table.stored.close()


def _at_home(path: Path) -> str:
    """Return a path, with ``~`` for the user's home."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (RuntimeError, ValueError):
        return str(path)
