/* Types of the scripts, for the check of types alone: no document carries them. The data of a game is made by
 * `sheetgen/calculator/scripts.py`. */

/** A face: its number, or the symbol of a game with other faces. */
type Face = any;

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
  yacht_boxes: string[];
  bonus_values: Record<string, number[]>;
  /** Match points of each column by its prefix, and those for all; only where points decide. */
  winner: { worth: Record<string, number>; sweep: number };
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
  boxes?: string[];
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
  joker_boxes: string[];
  forced: string[];
  jokers: Record<string, Joker>;
  yachts: string[];
  bonus: number;
  numbers?: number[];
  together?: number[];
  spent?: Record<string, boolean>[];
  /** Only of games that have them: what asks for them is called in those alone. */
  announced: Record<string, number>;
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

/** A cell of a sheet that was read from a picture. */
interface ReadCell {
  row: string;
  kind: string;
  rect: number[];
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

/** Data of a game and its words in a language, as `calculator/page.py` gives it. */
type PageData = any;

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
  /** Null until all dice are there: what needs offers is called after that alone. */
  offers: any;
  chosenBox: string;
  lastBox: string;
  boxBefore: string;
  lastEntry: { player: Player; text: string } | null;
  /** Match points by player, where these decide; null elsewhere. */
  deciding: any;
  isCardShown: boolean;
}

/** The card of a player, added up. */
interface Column {
  player: Player;
  entries: Entry[];
  card: Card;
  yachts: number | null;
  totals: Card;
  total: number;
  byBox?: Map<string, Entry>;
  isTurn?: boolean;
  /** Open boxes that can be next, in a game with columns. */
  open?: Set<string> | null;
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
  title: any;
  kind?: string;
  icon?: any;
  sub?: any[];
  body: any[];
  role?: string | null;
  onClose?: (() => void) | null;
}
