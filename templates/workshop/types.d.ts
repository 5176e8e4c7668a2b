/* Types of the scripts of the workshop, for the check of types alone. The data is made by `tools/workshop/folder.py`,
 * the answers of Python by `tools/workshop/desk.py`. */

interface WorkshopGame {
  id: string;
  title: string;
  variant: string;
  /** Faces with their kinds: solid, open or blank. */
  signature: [face: number | string, kind: string][];
  /** Other names, in this language. */
  known: string[];
  /** Its id, titles, variants and other names, in all languages. */
  names: string[];
  /** Names that it is an answer to, what is different here, and its place among all answers. */
  answers: { names: string[]; mind: string; place: number }[];
  dice: number;
  rolls: number;
  /** Turns of each player. */
  turns: number;
  players: [least: number, most: number | null];
  /** Paths of the documents that are ready to print, by what they are. */
  files: Record<string, string>;
  picture: string;
  /** Width and height of the picture in pixels. */
  size: [number, number];
  /** Cells for names on the picture: left, top, width and height as shares of its sizes. */
  cells: [left: number, top: number, width: number, height: number][];
  /** Documents that go with the sheet, by what they are, with a tiny picture of each. */
  also: Record<string, { picture: string; width: number; sheets: number; paper: string }>;
}

interface WorkshopData {
  language: string;
  languages: Record<string, string>;
  version: string;
  /** Id of the game of a first visit. */
  first: string;
  /** Id of the game that this page is about; empty on the page of a language. */
  chosen: string;
  paper: string;
  /** Width and height of papers in millimetres. */
  papers: Record<string, [width: number, height: number]>;
  games: WorkshopGame[];
  /** Fields of a file of names by the headings of their columns, in all languages. */
  headings: Record<string, string>;
  /** Translations by context and English; forms by plural category for what counts. */
  texts: Record<string, Record<string, string | Record<string, string>>>;
}

type Stage = "waiting" | "loading" | "stopped" | "ready" | "tripped";

/** What only some browsers tell about the device. */
interface Navigator {
  /** Memory in GB. */
  deviceMemory?: number;
  connection?: { saveData?: boolean };
}

interface PythonState {
  stage: Stage;
  pieces: number;
  of: number;
  size: number;
  whole: number;
  begun: number;
  isKept: boolean;
  report: string;
}

/** What is wrong with what was asked for, in the language of the page. */
interface Wrong {
  /** The option it is about; empty if it is about none. */
  key: string;
  head: string;
  rest: string;
  cures: { option: string; value: unknown; words: string }[];
  /** Whether it is in the file of house rules. */
  is_in_file: boolean;
  figures: { need: number; have: number; unit: string } | null;
}

type PythonAnswer = { files: Uint8Array<ArrayBuffer>[] } & ({ value: any } | { wrong: Wrong });

/** How a document went to the printer; empty if it did not. */
type PrintingWay = "" | "frame" | "share" | "tab" | "file";

type Tab = "sheet" | "rules" | "form" | "phone" | "all";

interface Wish {
  game: string;
  own: string;
  about: OwnFacts | null;
  mine: number;
  isChosen: boolean;
  tab: Tab;
  names: string[];
  values: Partial<Record<Tab, Record<string, unknown>>>;
  /** How the names of a club are spread over tables; null for a single table. */
  tables: Tables | null;
}

/** Choices that a link carries. */
interface SharedChoices {
  game: string;
  tab: Tab;
  names: string[];
  values: Record<string, unknown>;
}

interface Tables {
  /** Players at a table at most. */
  per: number;
  blanks: number;
  /** What stands above the rows: "table,round", "date" or "none". */
  fields: string;
  round: number;
  /** A file with headings, whose lines are the tables; empty if the names are spread. */
  file: string;
}

/** A document as `make` returns it. */
interface MadeDocument {
  name: string;
  type: string;
  pages: number;
  sides: number;
  sheets: number;
  paper: string;
  duplex: "" | "long" | "short";
  /** How large the boxes of a sheet are, in words. */
  box: string;
  /** How it is printed, in words. */
  how: string;
  command: string;
  warnings: string[];
  /** Options that were chosen for it. */
  values: Record<string, unknown>;
  alt: string;
  file: File;
  address: string;
  /** Addresses of a picture of each page. */
  pictures: string[];
  /** Documents of a kit. */
  parts: MadeDocument[];
  /** What a document of a kit is, such as "sheets". */
  what?: string;
  /** The pocket booklet that is shown beside a kit. */
  pocket: MadeDocument | null;
}

/** The document of a wish. */
interface WishedDocument extends MadeDocument {
  tab: Tab;
  game: string;
}

interface ResultState {
  made: WishedDocument | null;
  wrong: Wrong | null;
  /** Place of the page on the stage. */
  page: number;
  /** What is wrong with names, by their places. */
  nameFaults: { place: number; message: string }[];
  isLate: boolean;
}

/** An option as `sheetgen reference options --format json` describes it. */
interface OptionEntry {
  name: string;
  field: string;
  kind: "flag" | "choice" | "count" | "length" | "pair" | "text" | "names" | "list" | "file";
  label: string;
  help: string;
  heading: string;
  unit: string;
  default: unknown;
  usual: string;
  choices: { value: string | number; label: string; help: string }[];
  suggest: string[];
  least: number | null;
  most: number | null;
  needs: { cures: { option: string; value: unknown }[]; reason: string }[];
  excludes: { option: string; reason: string }[];
}

/** The choices of a game and their state, as `rulesets/house_rules.py` gives them. */
interface HouseRules {
  base: string;
  name: string;
  readings: { text: string; chosen: boolean }[];
  numbers: { key: string; label: string; value: number; usual: number; least: number; most: number }[];
  boxes: { id: string; label: string; left_out: boolean }[];
  others: number;
}

/** What is said of a game with house rules. */
interface OwnFacts {
  title: string;
  variant: string;
  signature: [face: number | string, kind: string][];
  dice: number;
  rolls: number;
  turns: number;
  players: [least: number, most: number | null];
  /** Its accent on light and on dark paper. */
  accent: [light: string, dark: string];
  /** The best total, in the numbers of the language. */
  best: string;
  /** Name of the file. */
  file: string;
}

/** A file of house rules that is kept on this device. */
interface OwnGame {
  id: number;
  game: string;
  own: string;
  about: OwnFacts;
}

/** A fault of a ruleset file, with its place. */
interface TextFault {
  severity: "error" | "warning";
  line: number;
  column: number;
  length: number;
  key: string;
  message: string;
  cure: string;
  words: string[];
}
