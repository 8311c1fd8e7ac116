/** How a value lies in its column; `files` is a bigint[] of fw.file ids, `none` has no column (title). */
export type Storage = 'text' | 'bigint' | 'numeric' | 'date' | 'timestamptz' | 'bigint[]' | 'files' | 'none';

/** What a value is, whatever it is called: the rules that types share go by this. `mark` is a text that nobody types, `page` a text with a form of its own. */
export type Shape =
  | 'line'
  | 'lines'
  | 'mark'
  | 'page'
  | 'secret'
  | 'number'
  | 'moment'
  | 'part of a moment'
  | 'choice'
  | 'choices'
  | 'link'
  | 'links'
  | 'files'
  | 'heading';

/**
 * How a value is compared in conditions. `number`: int, numeric and the ids of entity, select, radio; `list`: entities and checkbox, where
 * `=` asks for membership; `files` can only be empty or not.
 */
export type Kind = 'text' | 'number' | 'date' | 'datetime' | 'list' | 'files';
/** What an expression takes a value for. */
export type CalcType = 'number' | 'text' | 'date' | 'flag';

interface DataTypeDef {
  shape: Shape;
  storage: Storage;
  /** absent: no condition may name it */
  condition?: Kind;
  /** absent: no expression may read it */
  calc?: CalcType;
  /** the most characters (code points) where the definition gives no `length`; absent: its form bounds it */
  length?: number;
  /** what its column checks, a regular expression of PostgreSQL */
  pattern?: string;
}

const LINE = { shape: 'line', storage: 'text', condition: 'text', length: 200 } as const;
const PAGE = { shape: 'page', storage: 'text', condition: 'text', length: 20_000 } as const;
const MARK = { shape: 'mark', storage: 'text', condition: 'text', length: 200 } as const;
const CHOICE = { shape: 'choice', storage: 'bigint', condition: 'number', calc: 'number' } as const;
const PART = { shape: 'part of a moment', storage: 'text', condition: 'text' } as const;
const FILES = { shape: 'files', storage: 'files', condition: 'files' } as const;

/**
 * The data types of engine section 3, in the specification's order, with all that the house knows of a type but its behaviour: how it is read,
 * checked and written is in `fields`, how it is drawn in the browser's `fields`; a type without behaviour is refused when definitions are loaded.
 */
const TABLE = {
  text: { ...LINE, calc: 'text' },
  telephone: LINE,
  mobile: LINE,
  email: LINE,
  int: { shape: 'number', storage: 'bigint', condition: 'number', calc: 'number' },
  numeric: { shape: 'number', storage: 'numeric', condition: 'number', calc: 'number' },
  entity: { shape: 'link', storage: 'bigint', condition: 'number', calc: 'number' },
  entities: { shape: 'links', storage: 'bigint[]', condition: 'list' },
  location: MARK,
  password: { shape: 'secret', storage: 'text' },
  textarea: { shape: 'lines', storage: 'text', condition: 'text', calc: 'text', length: 4000 },
  date: { shape: 'moment', storage: 'date', condition: 'date', calc: 'date' },
  datetime: { shape: 'moment', storage: 'timestamptz', condition: 'datetime', calc: 'date' },
  time: { ...PART, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$' },
  year: { ...PART, pattern: '^[0-9]{4}$' },
  month: { ...PART, pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' },
  select: CHOICE,
  radio: CHOICE,
  checkbox: { shape: 'choices', storage: 'bigint[]', condition: 'list' },
  html: PAGE,
  markdown: PAGE,
  image: FILES,
  file: FILES,
  video: FILES,
  media: FILES,
  address: LINE,
  icon: MARK,
  title: { shape: 'heading', storage: 'none' },
} as const satisfies Readonly<Record<string, DataTypeDef>>;

export type DataType = keyof typeof TABLE;
/** The shape of a type, for the compiler. */
export type ShapeOf<Type extends DataType> = (typeof TABLE)[Type]['shape'];
export const DATA_TYPES = Object.keys(TABLE) as [DataType, ...DataType[]];
export const dataType = (type: DataType): DataTypeDef => TABLE[type];

/** Whether a type is of one of these shapes. */
export const isOf = (type: DataType, ...shapes: readonly Shape[]): boolean => shapes.includes(TABLE[type].shape);
/** Whether its values are whole numbers, or decimals of a declared scale. */
export const isWhole = (type: DataType): boolean => isOf(type, 'number') && TABLE[type].storage === 'bigint';
export const isDecimal = (type: DataType): boolean => isOf(type, 'number') && TABLE[type].storage === 'numeric';
/** The types of these shapes, in the specification's order. */
export const typesOf = (...shapes: readonly Shape[]): readonly DataType[] => DATA_TYPES.filter((type) => isOf(type, ...shapes));

/** What is no single value of a column, one that no index holds, being too long, one whose letters say no order, or one that nobody reads: no list is ordered by it, and it is not unique. */
export const UNORDERED: readonly DataType[] = typesOf('links', 'choices', 'files', 'heading', 'page', 'mark', 'secret');

/** What the wire carries of a field (engine section 3): an object of a reference or a choice, a list of several and of files, else a value. */
export type ValueType = 'Value' | 'Object' | 'List';

export const valueTypeOf = (type: DataType): ValueType =>
  isOf(type, 'links', 'choices', 'files') ? 'List' : isOf(type, 'link', 'choice') ? 'Object' : 'Value';
