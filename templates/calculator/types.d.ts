/* Types of the scripts, for the check of types alone: no document carries them. The data of a game is made by
 * `sheetgen/calculator/scripts.py`. */

/** A face: its number, or the symbol of a game with other faces. */
type Face = number | string;

/** Points of each filled box by its id, and of totals where a function says so. */
type Card = Record<string, any>;

/** A bound or step of a bonus: the least sum or number, and its points. */
type Step = [atLeast: number, points: number];

interface Total {
  id: string;
  kind: string;
  /** Ids of boxes and totals. */
  of: string[];
  /** Of a bonus, ascending. */
  steps: Step[];
  /** Points for each further Yacht. */
  points: number;
  /** Of a difference: the number of its parts that are subtracted, whether its last part is a factor, and the least. */
  taken: number;
  times: boolean;
  least: number | null;
}

/** A game as `game_data` gives it. */
interface Game {
  boxes: string[];
  values: Record<string, number[]>;
  totals: Total[];
  bounds: string[][];
  /** For each column by its prefix, groups of Yacht boxes that must hold points before a further Yacht earns its
   * bonus there, one of each group, and the further Yachts that it counts as. */
  yachts: Record<string, { boxes: string[][]; units: number }>;
  bonus_values: Record<string, number[]>;
  /** Match points of each column by its prefix, and those for all; only where points decide. */
  winner: { worth: Record<string, number>; sweep: number };
  /** One player rolls for all. */
  shared?: boolean;
}

interface Worth {
  /** Different points of a category: a number, or a list of what may be written. */
  points: any[];
  signs: string[];
  width: number;
  together: number;
  /** Computed by the page: the points of each roll at each moment. */
  lists: any[][];
}

interface Joker {
  /** Boxes that must be full first, for each column by its prefix. */
  boxes?: Record<string, string[]>;
  early: string[][];
  late: string[][];
  worth: any[][];
}

/** The turns of a game as `turn_data` gives them. */
interface Turns {
  dice: number;
  sides: number;
  stays?: boolean;
  boxes: Record<string, string[]>;
  runs: string[][];
  needs: Record<string, string[]>;
  signs: string;
  worth: Worth[];
  first_rolls: boolean;
  /** Boxes that must be full before a Yacht is a joker, for each column by its prefix. */
  joker_boxes: Record<string, string[]>;
  /** Prefixes of the columns whose boxes a Yacht chooses from together. */
  together_in: string[][];
  forced: string[];
  jokers: Record<string, Joker>;
  yachts: string[];
  bonus: number;
  numbers?: number[];
  together?: number[];
  /** The number of dice that count, where the player chooses them, and categories in which few points are good. */
  use?: number;
  fewest?: string[];
  further?: { usual: number; last_turn: number; saved: number; spare: number; most: number };
  spent?: Record<string, boolean>[];
  /** Only of games that have them: what asks for them is called in those alone. */
  announced: Record<string, number>;
  named_before?: string[];
  opens?: Record<string, number>;
  only?: Record<string, number[]>;
  wins: Record<string, string[]>;
  /** Computed by the page. */
  places: Record<string, number>;
  samples: string[];
  rolls: number[][];
}

/** What may be written in a box: points, and points for a further Yacht beside them. */
interface Choice {
  points: number;
  bonus: number;
}

/** A choice for a box. */
type BoxChoice = Choice & { box: string };

interface LegalEntry {
  points: number[];
  bonus: number;
}

interface NextBox {
  category: string;
  box: string;
  /** Place of the category. */
  place: number;
}

/** A throw of the page: the faces, and those kept for the next one. */
interface Throw {
  roll: number[];
  keep?: number[];
}

interface Entry extends Choice {
  player: string;
  box: string;
  dice?: number[];
  /** Flag: it was the first roll, or all dice were thrown together, where that counts. */
  first?: boolean;
  number?: number;
  throws?: Throw[];
  /** Flag: it was corrected. Its first points are `was`. */
  fixed?: boolean;
  was?: number;
}

/** What is known of a roll besides its points. */
type EntryFacts = Pick<Entry, "dice" | "first" | "number" | "throws">;

interface Player {
  id: string;
  name: string;
  left?: boolean;
}

interface Match {
  id: string;
  started?: string;
  /** Time of the last entry of a finished game. */
  when?: string;
  starter: string;
  players: Player[];
  entries: Entry[];
  /** Id of the player who won at once. */
  won?: string;
}

interface Turn {
  dice: number[];
  kept: boolean[];
  throws: Throw[];
  first: boolean;
  /** Box that was announced. */
  named?: string;
  number?: number;
}

interface State {
  match: Match;
  turn: Turn;
  /** Turns in which the page rolled, by player and turn: what was seen stays, whatever is undone. */
  seen: Record<string, Turn>;
  /** Flag: the page rolls, until somebody taps a face. */
  rolling: boolean;
}

/** Dice are typed or taken back, or it is told which roll they are of. */
interface TypeEvent extends Pick<Turn, "dice" | "first" | "number"> {
  kind: "type";
}

/** The page rolls: the turn after it, with all rolls until then and the box that was announced. */
interface RollEvent extends Pick<Turn, "dice" | "kept" | "throws" | "named"> {
  kind: "roll";
}

interface WriteEvent {
  kind: "write";
  player: string;
  box: string;
  /** None to take the entry back. */
  choice: Choice | null;
  dice?: EntryFacts;
  byDice?: boolean;
}

/** A player wins at once, in a box or without one. */
interface WinEvent extends Omit<WriteEvent, "kind"> {
  kind: "win";
}

/** A game is played on as it is elsewhere. */
interface OpenEvent extends State {
  kind: "open";
  /** Events that led from this state to the present one, and those that were undone. */
  events?: LoggedEvent[];
  undone?: LoggedEvent[];
}

/** A name is another one, in everything that is stored. */
interface RenameEvent {
  kind: "rename";
  from: string;
  to: string;
}

/** Events that a log keeps. */
type LoggedEvent =
  | TypeEvent
  | { kind: "announce"; box: string }
  | RollEvent
  | { kind: "keep"; kept: boolean[] }
  | WriteEvent
  | WinEvent
  | { kind: "seat"; players: Player[] }
  | { kind: "start"; match: Match }
  | OpenEvent;

/** Events of which the state of the page is made. */
type GameEvent = LoggedEvent | RenameEvent | { kind: "undo" } | { kind: "redo" };

interface LogEntry {
  event: LoggedEvent;
  before: State;
}

interface GameLog {
  state: State;
  done: LogEntry[];
  undone: LoggedEvent[];
}

/** A log as it is stored: its state, and how it came to be. */
interface StoredLog extends State {
  start: { match: Match; turn: Turn };
  events: LoggedEvent[];
  undone: LoggedEvent[];
}

/** An event of a table, as `sheetgen/live/events.py` describes it. */
interface TableEvent {
  kind: "seat" | "join" | "name" | "leave" | "types-for" | "write" | "correct" | "win" | "choose" | "again";
  device: string;
  count: number;
  clock?: number;
  /** Given by the server. */
  number?: number;
  player: string;
  name?: string;
  by?: string;
  turn?: number;
  box?: string;
  choice?: Choice | null;
  dice?: EntryFacts;
  /** Flag: the device had lost the table when it wrote this. */
  alone?: boolean;
  question?: number;
  write?: number;
  /** Number of the game at the table: 1 if it is left out. */
  game?: number;
}

/** Place of a player at a table. */
interface Seat {
  player: string;
  name: string;
  /** Empty without a phone. */
  device: string;
  left: boolean;
  /** Flag: it was taken away. A write for its player brings it back. */
  gone: boolean;
}

/** A value that was written in a box at a table. */
interface TableEntry extends Choice {
  player: string;
  box: string;
  turn: number;
  /** Number of the event that wrote it. */
  number: number;
  /** Devices that wrote it and have not taken it back. */
  devices: string[];
  dice: EntryFacts;
  /** Points before the first correction; null if there was none. */
  was: number | null;
}

/** A question which of several values is the right one. */
interface Doubt {
  number: number;
  player: string;
  entries: TableEntry[];
  /** Number of the write that counts. */
  counts: number;
  isOpen: boolean;
}

/** Everything about a table that its log says. */
interface TableState {
  seats: Seat[];
  entries: TableEntry[];
  doubts: Doubt[];
  typing: { player: string; by: string; turn: number }[];
  wins: TableEvent[];
  /** Id of the player who begins; empty in the first game. */
  starter: string;
  /** Time at which the game began, in milliseconds since 1970; 0 for the first one. */
  begun: number;
  /** Games before this one, each as the table was at its end. */
  earlier: TableState[];
}

/** A table that this phone knows: its id, the time of its start, and its log. */
interface KnownTable {
  id: string;
  started: string;
  log: TableEvent[];
}

/** Data by which stored games are checked. */
interface GameData {
  game: Game;
  turns: Turns;
  rolls: number;
  most_players: number;
}

/** A game as plain results: names, and the values of all rows, null for a blank. */
interface Result {
  players: string[];
  won?: string[];
  boxes: Record<string, any[]>;
  totals: Record<string, any[]>;
}

interface Ranked {
  player: Player;
  total: number;
  decides: number;
  won?: number[];
  place: number;
}

interface Offer extends Choice {
  box: string;
  category: number;
  brings: number;
  choices: number[];
  loss: number;
  value: number;
  weight: number;
}

/** Progress towards a sum, as tools/weigh_offers.py weighs it. */
interface Progress {
  at: number;
  pars: Record<string, number>;
  first: number;
  step: number;
  slopes: number[];
}

/** Worth of open boxes, and of the progress towards bonuses. */
interface BoxWorth {
  boxes: Record<string, number>;
  bonus?: Progress[];
}

/** A joker of a plan: its roll, groups of boxes that go first, the boxes that make it late, and its points then. */
interface PlanJoker {
  roll: number;
  early: number[];
  late: number[];
  full: number;
  points: number[][];
}

/** What playouts need of a game (rules/plan.js). Boxes are numbers, sets of boxes bits. */
interface Plan {
  dice: number;
  sides: number;
  rolls: number;
  /** Ids of the boxes. */
  boxes: string[];
  runs: number[][];
  /** Points by moment, box and roll. */
  points: number[][][];
  most: number[];
  least: number[];
  worth: number[];
  /** Boxes that count for the bonus; pars of its progress are in their order. */
  counting: number[];
  progress: { at: number; pars: number[]; first: number; step: number; slopes: number[] }[];
  bonus: Step[];
  yachts: number[];
  yachtPoints: number;
  yachtBoxes: number;
  jokers: PlanJoker[];
  needs: { box: number; others: number }[];
  /** Rolls that win at once, and the chance of one. */
  wins: number[];
  winChance: number;
}

/** Where a card stands: its full boxes, their sum towards the bonus, flags, and points without the bonus. */
interface Standing {
  full: number;
  held: number;
  flags: number;
  points: number;
}

/** Totals in ascending order, and the share of each. */
interface Shares {
  totals: number[];
  shares: number[];
}

/** The chance of a player to win, in whole percents; a possible one may be 0. */
interface Chance {
  percent: number;
  isPossible: boolean;
}

/** An entry that decided a game: the number of entries up to it, and the chance of its player in percents. */
interface Deciding {
  at: number;
  entry: Entry;
  before: number;
  after: number;
}

/** Chances in a running or finished game, in the order of its players. */
interface ShownChances {
  percents: number[];
  /** In words: `<1 %` for 0 that is possible. */
  texts: string[];
  /** Since the last round, in percent; 0 for less than 3. */
  changes: number[];
  /** Flag: they are of an earlier state, as newer ones are not known yet. */
  isOld: boolean;
}

/** Chances after each step of a game as far as they are known, and what decided it; null until all are. */
interface ChanceCurve {
  chances: Chance[][];
  deciding: Deciding[] | null;
}

/** A letter on a line of a chart. */
interface ChartLetter {
  at: number;
  total: number;
  letter: string;
}

/** A cell of a sheet that was read from a picture. */
interface ReadCell {
  row: string;
  kind: string;
  /** Left, top, width and height on the picture; null for a cell that is not on it. */
  rect: number[] | null;
  sure: boolean;
  text: string;
  likely: (number | null)[];
}

interface ReadCard {
  name: string;
  cells: ReadCell[];
}

/** Words and facts of the page on which a reading is corrected. */
interface ReadWords {
  bonus: string;
  bonus_points: number;
  no_number: string;
  twice: string;
  missing: string;
  can_hold: Record<string, string>;
  below: string;
  names: Record<string, string>;
  no_yacht: string;
  no_room: string;
  several: Record<string, string[]>;
  follows: string;
  wrong: string;
}

interface Paper {
  game: Game;
  words: ReadWords;
  cells: ReadCell[];
  numbers: Record<string, number>;
  card: Card;
  totals: Card;
}

/** A row of the table, as `table_data` gives it. A field that is empty is left out. */
interface Row {
  /** head, box, sum, grand … */
  kind: string;
  id: string;
  name: string;
  hint?: string;
  short?: string;
  dice?: [face: Face, kind: string][];
  sign?: string;
  worth?: string;
  most?: string;
  level?: number;
  /** Of a row with several boxes. */
  boxes?: string[];
  /** Id of the total with the points of this row. */
  points?: string;
  need?: string;
  steps?: Step[];
  /** Flag: it is shown in the row of the bonus below it. */
  within?: boolean;
  /** Flag: it has one cell for all columns of a player. */
  across?: boolean;
}

/** A column of a player who has several. */
interface GameColumn {
  /** What the ids of its boxes begin with. */
  prefix: string;
  name: string;
  fill: string;
  marks: string;
}

/** Odds of totals in best play, as `odds_data` gives them. */
interface Odds {
  /** The lowest totals that beat 1 to 99, and 99.5, per cent of all cards. */
  better: number[];
  /** Cards per 10,000 in each ten points, and where the first ten begins. */
  bars: number[];
  from: number;
  worth?: BoxWorth;
}

/** Data of all games, as `calculator/page.py` gives it. */
interface SharedData {
  /** Names of the players. */
  players: string[];
  longest_name: number;
  /** The number of each player as dice. */
  numbers: number[][];
}

/** Data of a game in every language. */
interface RulesData extends GameData {
  key: string;
  rules: string;
  ruleset: string;
  least_players: number;
  odds?: Odds;
}

/** Words of a game in a language. */
interface SaidData {
  columns?: GameColumn[];
  faces?: { symbol: string; name: string }[];
  title: string;
  variant: string;
  signature: [face: Face, kind: string][];
  facts: string;
  reminders: string;
  separator: string;
  rows: [id: string, name: string][];
  table: Row[][];
}

/** Data of a game and its words in a language. */
type PageData = SharedData & RulesData & SaidData & { language: string };

/** Translations of a text: in each language a text, or its forms by plural category. */
type Translations = (string | Record<string, string>)[];

/** All data of the page. */
interface AllData {
  language: string;
  languages: string[];
  /** Id of the table at which the page is; none for a page alone. */
  table: string;
  /** Flag: this is the big screen of the table. */
  screen?: boolean;
  /** By context and English text. */
  translations: Record<string, Record<string, Translations>>;
  same: SharedData;
  games: Record<string, { same: RulesData; said: Record<string, SaidData> }>;
}

/** A running game that is not played now. */
interface Run extends State {
  /** Key under which it is stored; none for a game of a file. */
  key?: string;
  /** Time at which it was saved elsewhere. */
  saved?: string | null;
}

/** A running game as it stands in a file: the match with its turn, and the rolls that were seen. */
type FiledRun = Match & { turn: Turn; rolling?: boolean; seen?: Record<string, Turn>; saved?: string };

/** Games of a ruleset in a file. */
interface FilePart {
  sheetgen: string;
  version: number;
  ruleset: string;
  rules: string;
  games: any[];
}

/** Games of a ruleset in a file that was checked; `wrong` is the number of those that cannot be used. */
interface CheckedPart {
  ruleset: string;
  rules: string;
  isStorable: boolean;
  all: any[];
  wrong: number;
}

/** The game and what is stored with it. */
interface PageState extends Readonly<Omit<State, "seen">> {
  log: GameLog;
  finished: Match[];
  bestTotals: Record<string, number>;
  bestBefore: string;
  hasRoom: boolean;
  saved: string;
}

/** Offers once all dice are there. */
interface Offers {
  list: PageOffer[];
  best: PageOffer;
  player: Player;
  by: Map<string, PageOffer>;
  categories: Set<number>;
  jokers: Set<PageOffer>;
}

interface PageOffer extends Offer {
  /** Flag: it wins at once; its box may not be open. */
  wins?: boolean;
  isBare?: boolean;
}

/** What is looked at. */
interface ViewState {
  shownPlayer: string;
  lastTurn: string;
  isPrinting: boolean;
  /** Null until all dice are there. */
  offers: Offers | null;
  chosenBox: string;
  lastBox: string;
  boxBefore: string;
  lastEntry: { player: Player; text: string } | null;
  /** Match points by player, where these decide; null elsewhere. */
  deciding: Map<string, number> | null;
  isCardShown: boolean;
  table: TableView | null;
}

/** Where the page is at a table. */
interface TableView {
  /** Closed: the table has said so; out: nothing was heard of it for a while. */
  is: "on" | "out" | "closed";
  /** Time of the last news, if it is out or closed. */
  when: number;
  /** Id of the player of this phone; empty if it watches. */
  me: string;
  /** Id of the player for whom dice are typed here now; empty for nobody. */
  types: string;
  /** Flag: the dice are typed on another phone. */
  waits: boolean;
  /** Flag: somebody has said that this phone only watches. */
  watches: boolean;
  /** Boxes that are not at the table, or not for certain: box and player. */
  open: Set<string>;
  /** Number of boxes that are to be sent. */
  unsent: number;
}

/** Who is at a table now. */
interface Presence {
  /** Devices of players. */
  players: string[];
  /** Number of phones that only watch. */
  watching: number;
  /** Number of phones without a seat that do not watch either: a name is being chosen there. */
  choosing: number;
  screens: number;
}

/** How phones come to a table: the address in the square, the one to type, and the digits. */
interface Invitation {
  link: string;
  address: string;
  digits: string;
}

/** Lengths of the cards on the big screen, which is 1280 wide and 720 high. */
interface CardsShape {
  /** Width of all cards with the names of the rows. */
  wide: number;
  label: number;
  row: number;
  heading: number;
  /** Width of a player in the head. */
  seat: number;
  /** Width of a card that is shown. */
  card: number;
  /** Places of the players whose cards are shown. */
  shown: number[];
  /** Flag: the cards of all players are shown. */
  isAll: boolean;
  /** Event of the box that was written last. */
  last: TableEvent | undefined;
}

/** What takes changes of the game to a table. */
interface Relay {
  /** Take an event, and return whether it goes to the table. */
  takes: (event: GameEvent) => boolean;
  mayUndo: () => boolean;
  undo: () => void;
}

/** What is told of a table. */
interface WireListener {
  device: string;
  /** Return what the device is besides a phone of a player or of nobody yet. */
  role: () => string;
  /** Return the number of the last event that is known. */
  last: () => number;
  /** Return the length of the log that is known here, and its mark. */
  known: () => { after: number; mark: number };
  /** Hear that the table waits for its log, and return whether nothing else is to be done now. */
  waits: (told: any) => boolean;
  game: (told: any, silence: number) => Promise<void>;
  events: (events: TableEvent[]) => void;
  draft: (draft: any) => void;
  drafts: (drafts: Record<string, Partial<Turn>>) => void;
  here: (here: Presence) => void;
  lost: (when: number) => void;
  closed: () => void;
  barred: () => void;
}

/** How far off a bonus is: the sum so far, the points that it lacks, and whether it can still be reached. */
interface Goal {
  sum: number;
  missing: number;
  reachable: boolean;
}

/** The card of a player, added up. */
interface PlayerCard {
  player: Player;
  entries: Entry[];
  card: Card;
  yachts: number | null;
  totals: Card;
  total: number;
  /** How far off the bonus is; computed once. */
  left?: Goal | null;
}

/** The card of a player as a column of the table. */
interface Column extends PlayerCard {
  byBox: Map<string, Entry>;
  isTurn: boolean;
  /** Open boxes that can be next, in a game with columns. */
  open: Set<string> | null;
}

type Coder = (value: number, base: number) => number;

/** A line of a chart: running totals of a player, or of well-played cards. */
interface ChartLine {
  totals: number[];
  name: string;
  place: number;
  /** 1 to 8; 0 for one's own line alone. */
  colour: number;
  stopped?: boolean;
  /** Flag: it is no player's. */
  far?: boolean;
}

/** What a sheet over the page is made of; `kind` full is a whole screen. */
interface SheetParts {
  title: Content | Content[];
  kind?: string;
  icon?: Node | null;
  sub?: Content[];
  body: Content[];
  role?: string | null;
  onClose?: (() => void) | null;
}

/** What stands in an element: a text, or another element. */
type Content = string | Node;

/** Attributes of an element that is made: true for one without a value, false or null for none, and what a click does. */
type Attributes = Record<string, string | number | boolean | null | ((event: Event) => unknown)>;

/** An entry of the menu. */
interface MenuEntry {
  order: number;
  icon: string;
  text: string;
  /** Return the text beside it. */
  note: () => string;
  act: () => unknown;
  /** Flag: the menu stays open. */
  stays?: boolean;
  /** Flag: it is also there when no game is chosen. */
  everywhere?: boolean;
  /** Check whether it is shown; without it, it always is. */
  isShown?: () => boolean;
}

/** What a canvas is to write a text with. `room` is the width that it can have. */
interface Lettering {
  size?: number;
  weight?: number;
  colour?: string;
  align?: CanvasTextAlign;
  room?: number;
}

/** A column of the picture of a game. */
interface PictureColumn {
  name: string;
  below: string;
  prefix: string;
  /** Number of columns of its player; 0 for all but the first. */
  wide: number;
  isBest: boolean;
  values: Card;
}

/** Games of a file that was read in. */
interface GamesRead {
  parts: CheckedPart[];
  saved: string | null;
  /** Names with their colours. */
  people: [name: string, colour: number][];
}

/** Events of the page, each with what its listeners are told. */
interface PageEvents {
  /* The game has changed. */
  "moved on": undefined;
  typed: undefined;
  changed: Match;
  remembered: undefined;
  kept: undefined;
  loaded: undefined;
  rolled: undefined;
  /** `led` are the ids of the players who were in the lead before. */
  written: { where: string; player: Player; led: string[] };
  won: undefined;
  finished: undefined;
  moved: { said: string; isAgain: boolean };
  /* The table has changed. */
  table: undefined;
  "table lost": undefined;
  "table found": undefined;
  /** The log of the table is wanted, whose file is gone. */
  "log wanted": undefined;
  /** The digits of the table are wanted. */
  barred: undefined;
  /** Somebody has sat down. */
  sat: TableEvent;
  /** At a table the turn of this phone's player begins. */
  "my turn": undefined;
  /** Somebody else has begun another game. */
  begun: TableEvent;
  /** Somebody who watches wants a seat. */
  "sit down": undefined;
  /** Nothing can keep the screen on. */
  sleepy: undefined;
  /** Another phone has written a box. */
  heard: TableEvent;
  /** Boxes that others wrote while there was no connection, and own ones that the table has now. */
  "caught up": { heard: TableEvent[]; sent: TableEvent[] };
  /** The table has refused an event, with this sentence. */
  refused: string;
  /* Something on the page has changed. */
  shown: undefined;
  "focus returned": undefined;
  refresh: undefined;
  /** Chances to win have become known. */
  chances: undefined;
  square: undefined;
  /* A view is asked for. */
  "tap box": { where: string; player: Player };
  correct: { where: string; player: Player; entry: Entry };
  "ask zero": PageOffer;
  /** The prefix of a column. */
  announce: string;
  "show menu": undefined;
  "show turns": undefined;
  "show games": undefined;
  "show names": undefined;
  "show statistics": undefined;
  share: Match;
  /** Null for a file without games. */
  read: GamesRead | null;
  /** The id of the player who begins. */
  "new game": string;
}

/** What the listeners of an event are told: its detail, or nothing. */
type Details<Name extends keyof PageEvents> = PageEvents[Name] extends undefined ? [] : [detail: PageEvents[Name]];
type Listener<Name extends keyof PageEvents> = (...details: Details<Name>) => unknown;

/** Phase of a turn; rolled: some rolls are left; waits: another phone of the table types. */
type Phase = "over" | "waits" | "empty" | "tapping" | "rolled" | "offers";

/** What the games of a ruleset say of a name. */
type NameFigures = [name: string, games: number, won: number, best: number];

/** The names that have played a game, as the page of each game stores them. */
interface GameSummary {
  ruleset: string;
  title: string;
  signature: [face: Face, kind: string][];
  people: NameFigures[];
}

/** A part of a cell of the table: a box to tap, or a total. */
interface CellPart<Kind extends HTMLElement> {
  where: string;
  node: Kind;
}

/** A cell of the table: boxes and totals, or the figure of one of them. */
interface TableCell {
  node: HTMLTableCellElement;
  boxes: CellPart<HTMLButtonElement>[];
  totals: CellPart<HTMLElement>[];
  figure: string;
  /** Place of its player in the order of the table. */
  at: number;
  /** What it shows. */
  column?: Column;
  place?: number;
}

interface TableRow {
  row: HTMLTableRowElement;
  cells: TableCell[];
}

/** A press of a finger or of a key, which has no place. */
interface Press {
  /** Milliseconds since the page was opened. */
  when: number;
  at?: { x: number; y: number };
}

/** A card of a finished game. */
interface FinishedCard {
  name: string;
  when: string;
  total: number;
  alone: boolean;
  won: boolean;
  entries: Map<string, Entry>;
  totals: Card;
  isFull: boolean;
}

/** Orders in which statistics list the boxes. */
type StatisticsOrder = "mean" | "best" | "zeros";

/** Kinds of comfort that can be switched on. */
type Comfort = "sound" | "vibration" | "turn" | "awake";

/** What keeps the screen on: a wake lock, or the like of one. */
interface ScreenLock extends EventTarget {
  release: () => unknown;
}

/** Words of the page of a review. */
interface ReviewWords extends ReadWords {
  name: string;
  column: string;
  said: string;
  sum: string;
  empty: string;
  likely: string;
  unsure_first: string;
  to_check: string;
  checked: string;
  findings: string;
  right: string;
}

/** Data of the page of a review, as `review_page` gives it. */
interface ReviewData {
  game: Game;
  ruleset: string;
  separator: string;
  longest_name: number;
  words: ReviewWords;
  rows: [row: string, name: string][];
  sums: [row: string, name: string][];
  sheets: { title: string; width: number; cards: { name: string; boxes: any[][] }[] }[];
}

/** A card of the page of a review. */
interface ReviewedCard extends ReadCard {
  place: number;
  /** Element with its name above its fields. */
  caption: HTMLElement;
  findings: { cell: ReadCell; text: string }[];
  /** Findings that a screen reader has said. */
  told: string[];
}

/** A sheet of the page of a review. */
interface ReviewedSheet {
  title: string;
  /** Width of its picture in pixels. */
  width: number;
  number: number;
  section: HTMLElement;
  cards: ReviewedCard[];
}

/** What stands for a cell on the page of a review. */
interface CellParts {
  sheet: ReviewedSheet;
  card: ReviewedCard;
  field: HTMLInputElement;
  row: HTMLElement;
  why: HTMLElement;
  label: HTMLElement;
  /** Its outline on the picture. */
  mark: SVGElement | null;
  /** What was read in it. */
  read: { text: string; sure: boolean };
}
