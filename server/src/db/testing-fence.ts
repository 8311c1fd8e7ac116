import { loadModule, parseSync } from 'libpg-query';

type Node = Readonly<Record<string, unknown>>;

/** A table, or what stands in the place of one, where a statement reads or writes it. */
interface Source {
  alias: string;
  /** `app.initiation`; null for what the statement makes itself (with, subselect, function): its own statements are looked at */
  table: string | null;
}
/** A source is of one company where all these are: by value where there are none. */
interface Fact {
  source: Source;
  needs: readonly Source[];
}
/** One select, insert, update or delete, within another. */
interface Frame {
  sources: Source[];
  outer: Frame | null;
}
interface Look {
  /** names of `with`, at any depth */
  made: Set<string>;
  sources: Source[];
  facts: Fact[];
}

const STATEMENTS = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt']);
/** What touches rows of a table and cannot say whose: none is sent by what serves. */
const WHOLESALE = new Set(['CopyStmt', 'TruncateStmt', 'MergeStmt']);
/** What says of which company a row is, when it is compared with a value. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  // their rows are the companies; the name is one company's only (and is asked for folded, at the sign-in)
  'fw.company': ['id', 'login_name'],
  // its name of sign-in holds the company's
  'fw.credential': ['company_id', 'login_id'],
  // found by what only who signed in has
  'fw.session': ['company_id', 'sid', 'token_hash', 'family'],
  'fw.eyes': ['company_id', 'sid', 'token_hash', 'by_family'],
};
const COMPANY = ['company_id'];

/**
 * The tables that a statement names without saying of which company their rows are: a condition that every one of its rows meets compares
 * `company_id` with a value, or with that of a table of which it is said. Parsed by PostgreSQL's own parser, so that no comment, text or
 * name is taken for a condition. [] for what is no statement on rows.
 */
export async function unfenced(text: string): Promise<string[]> {
  await loadModule();
  const tree = parseSync(text);
  const look: Look = { made: namesMade(tree), sources: [], facts: [] };
  visit(tree, null, look);
  const said = new Set<Source>();
  for (let before = -1; before < said.size; ) {
    before = said.size;
    for (const { source, needs } of look.facts) if (needs.every((one) => one.table === null || said.has(one))) said.add(source);
  }
  return [...new Set(look.sources.filter((one) => one.table !== null && !said.has(one)).map((one) => one.table!))];
}

const isNode = (node: unknown): node is Node => node !== null && typeof node === 'object' && !Array.isArray(node);
const listOf = (of: unknown): readonly unknown[] => (Array.isArray(of) ? of : []);

function namesMade(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const each of node) namesMade(each, found);
  else if (isNode(node))
    for (const [kind, of] of Object.entries(node)) {
      if (kind === 'CommonTableExpr') found.add((of as { ctename: string }).ctename);
      namesMade(of, found);
    }
  return found;
}

/** Finds the statements within; halves of a union are statements without their name. */
function visit(node: unknown, frame: Frame | null, look: Look): void {
  if (Array.isArray(node)) for (const each of node) visit(each, frame, look);
  else if (isNode(node))
    for (const [kind, of] of Object.entries(node)) {
      if (STATEMENTS.has(kind)) statement(of as Node, frame, look);
      else if (WHOLESALE.has(kind)) wholesale(of, look);
      else visit(of, frame, look);
    }
}

function wholesale(of: unknown, look: Look): void {
  if (Array.isArray(of)) for (const each of of) wholesale(each, look);
  else if (isNode(of)) {
    if (typeof of.relname === 'string') look.sources.push({ alias: '', table: tableOf(of, look) });
    for (const each of Object.values(of)) wholesale(each, look);
  }
}

function statement(of: Node, outer: Frame | null, look: Look): void {
  visit(of.withClause, outer, look);
  if (isNode(of.larg) && isNode(of.rarg)) {
    statement(of.larg, outer, look);
    statement(of.rarg, outer, look);
    return;
  }
  const frame: Frame = { sources: [], outer };
  const facts: Fact[] = [];
  if (isNode(of.relation)) {
    const target = table(of.relation, frame, look);
    if (listOf(of.cols).some((col) => (col as { ResTarget: { name: string } }).ResTarget.name === 'company_id'))
      facts.push({ source: target, needs: [] });
  }
  for (const item of [...listOf(of.fromClause), ...listOf(of.usingClause)]) facts.push(...from(item, frame, look).facts);
  facts.push(...factsOf(of.whereClause, frame, frame.sources));
  look.facts.push(...facts);
  for (const [key, part] of Object.entries(of)) if (key !== 'withClause' && key !== 'relation') visit(part, frame, look);
}

function table(of: Node, frame: Frame, look: Look): Source {
  return add({ alias: aliasOf(of) ?? String(of.relname), table: tableOf(of, look) }, frame, look);
}

/** What is written without a schema is made by the statement, or PostgreSQL's own: any other is nobody's, and told. */
function tableOf({ schemaname, relname }: Node, { made }: Look): string | null {
  if (schemaname === undefined) return made.has(String(relname)) || String(relname).startsWith('pg_') ? null : String(relname);
  return schemaname === 'pg_catalog' || schemaname === 'information_schema' ? null : `${schemaname}.${relname}`;
}

const aliasOf = (of: Node): string | undefined => (of.alias as { aliasname: string } | undefined)?.aliasname;

function add(source: Source, frame: Frame, look: Look): Source {
  frame.sources.push(source);
  look.sources.push(source);
  return source;
}

/** The sources of one item of `from`, and what their joins say of them: of rows that a join keeps either way, nothing. */
function from(item: unknown, frame: Frame, look: Look): { sources: Source[]; facts: Fact[] } {
  const node = item as Node;
  if (isNode(node.RangeVar)) return { sources: [table(node.RangeVar, frame, look)], facts: [] };
  if (!isNode(node.JoinExpr)) {
    const [made] = Object.values(node);
    return { sources: [add({ alias: (isNode(made) && aliasOf(made)) || '', table: null }, frame, look)], facts: [] };
  }
  const { jointype, quals } = node.JoinExpr;
  const [left, right] = [from(node.JoinExpr.larg, frame, look), from(node.JoinExpr.rarg, frame, look)];
  const met =
    jointype === 'JOIN_INNER'
      ? [...left.sources, ...right.sources]
      : jointype === 'JOIN_LEFT'
        ? right.sources
        : jointype === 'JOIN_RIGHT'
          ? left.sources
          : [];
  return { sources: [...left.sources, ...right.sources], facts: [...left.facts, ...right.facts, ...factsOf(quals, frame, met)] };
}

/** What a condition says of `met`, whose rows all meet it: every part of an `and`; of an `or`, what all its parts say. */
function factsOf(condition: unknown, frame: Frame, met: readonly Source[]): Fact[] {
  if (!isNode(condition)) return [];
  const { BoolExpr, A_Expr, SubLink, A_Const } = condition as { BoolExpr?: Node; A_Expr?: Node; SubLink?: Node; A_Const?: Node };
  // `false`: no row meets it
  if (isNode(A_Const?.boolval) && !A_Const.boolval.boolval) return met.map((source) => ({ source, needs: [] }));
  if (BoolExpr) {
    const parts = listOf(BoolExpr.args).map((one) => factsOf(one, frame, met));
    return BoolExpr.boolop === 'AND_EXPR' ? parts.flat() : BoolExpr.boolop === 'OR_EXPR' ? parts.reduce(either) : [];
  }
  if (A_Expr && isEquation(A_Expr)) return equations(A_Expr.lexpr, A_Expr.rexpr).flatMap(([one, other]) => fact(one, other, frame, met));
  // `company_id in (select …)`: the statement within is looked at by itself
  if (SubLink?.subLinkType === 'ANY_SUBLINK' && !SubLink.operName) return fact(SubLink.testexpr, undefined, frame, met);
  return [];
}

const either = (ones: Fact[], others: Fact[]): Fact[] =>
  ones.flatMap((one) =>
    others.filter((other) => other.source === one.source).map(({ source, needs }) => ({ source, needs: [...one.needs, ...needs] })),
  );

const isEquation = ({ kind, name }: Node): boolean =>
  ['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN'].includes(String(kind)) &&
  (name as { String: { sval: string } }[]).map(({ String: { sval } }) => sval).join() === '=';

/** Rows, member by member; either side may be the column. */
function equations(left: unknown, right: unknown): [unknown, unknown][] {
  const rows = [left, right].map((side) => ((side as Node | undefined)?.RowExpr as { args: unknown[] } | undefined)?.args);
  const [ones, others] = rows[0] && rows[1] ? rows : [[left], [right]];
  return ones!.flatMap((one, at): [unknown, unknown][] => [
    [one, others![at]],
    [others![at], one],
  ]);
}

/** `t.company_id = $1`, `t.company_id = c.company_id`; nothing is said by what another column of a table happens to hold. */
function fact(one: unknown, other: unknown, frame: Frame, met: readonly Source[]): Fact[] {
  const mine = keyOf(one, frame).filter((source) => met.includes(source));
  if (mine.length === 0) return [];
  const needs: Source[] = [];
  for (const column of columnsIn(other)) {
    const theirs = keyOf({ ColumnRef: column }, frame);
    if (theirs.length === 0) return [];
    needs.push(...theirs);
  }
  return mine.map((source) => ({ source, needs }));
}

/** Columns that an expression reads of its own statement. */
function columnsIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(columnsIn);
  if (!isNode(node)) return [];
  return Object.entries(node).flatMap(([kind, of]) => (kind === 'ColumnRef' ? [of as Node] : STATEMENTS.has(kind) ? [] : columnsIn(of)));
}

/** The sources whose company an expression is; a column without an alias is of the only one of the statement's that has such a column. */
function keyOf(expression: unknown, frame: Frame): Source[] {
  const column = foldedColumn(expression);
  const names = listOf(column?.fields).map((field) => (field as { String?: { sval: string } }).String?.sval ?? '');
  const [alias, name] = [names.at(-2), names.at(-1)];
  if (name === undefined) return [];
  for (let at: Frame | null = frame; at; at = at.outer) {
    const found = at.sources.filter((one) => (alias === undefined ? one.table !== null || at!.sources.length === 1 : one.alias === alias));
    if (found.length > 0) return found.filter((one) => one.table === null || (KEYS[one.table] ?? COMPANY).includes(name));
  }
  return [];
}

/** The column itself, or folded to small letters. */
function foldedColumn(expression: unknown): Node | undefined {
  const { ColumnRef, FuncCall } = (expression ?? {}) as { ColumnRef?: Node; FuncCall?: { funcname: unknown[]; args: unknown[] } };
  if (ColumnRef) return ColumnRef;
  const called = (FuncCall?.funcname.at(-1) as { String?: { sval: string } } | undefined)?.String?.sval;
  return called === 'lower' ? foldedColumn(FuncCall!.args[0]) : undefined;
}
