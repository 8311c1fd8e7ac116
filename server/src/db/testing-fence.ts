import { loadModule, parseSync } from 'libpg-query';

type Node = Readonly<Record<string, unknown>>;

/** A table, or what stands in the place of one, where a statement reads or writes it. */
interface Source {
  alias: string;
  /** `app.initiation`; null for what the statement makes itself (with, subselect, function): its own statements are looked at */
  table: string | null;
  /** the company of its rows is said: by a value, or because the statement made it */
  bound: boolean;
  /** others whose rows are of its company */
  same: Set<Source>;
}
/** One select, insert, update or delete, within another. */
interface Frame {
  sources: Source[];
  outer: Frame | null;
}

/** Halves of a union are statements without their name. */
const isStatement = (kind: string, of: unknown): boolean =>
  STATEMENTS.has(kind) ||
  ((kind === 'larg' || kind === 'rarg') &&
    of !== null &&
    typeof of === 'object' &&
    ('targetList' in of || ('larg' in of && 'op' in of && !('jointype' in of))));
const STATEMENTS = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);
/** Of what these hold no company has to be said, each for its reason: what is read beside them is of the company that they say. */
const ORIGINS: Readonly<Record<string, string>> = {
  'fw.session': 'found by a secret of 256 bits, which says whose it is; swept by time',
  'fw.credential': 'found by the name at the sign-in, before anybody is known',
  'fw.company': 'the companies themselves',
  'fw.flow_def': 'flows of suites, the same for all; a case names its own',
  'fw.outbox': 'one process tells for all, each message to whom it names',
};
/** Its rows are the companies. */
const COMPANIES = 'fw.company';
const SCHEMAS = new Set(['app', 'hist', 'fw']);

/**
 * The tables that a statement names without saying of which company their rows are: `company_id` beside a value, or beside that of a table
 * of which it is said. Parsed by PostgreSQL's own parser. [] for what is no statement on rows.
 */
export async function unfenced(text: string): Promise<string[]> {
  await loadModule();
  const all: Source[] = [];
  visit(parseSync(text), { frames: new Map(), frame: null, all });
  return [...new Set(all.filter((one) => one.table !== null && !isBound(one)).map((one) => one.table!))];
}

function isBound(one: Source, seen = new Set<Source>()): boolean {
  if (one.bound) return true;
  seen.add(one);
  return [...one.same].some((other) => !seen.has(other) && isBound(other, seen));
}

interface Walk {
  /** of each statement node, once its sources were gathered */
  frames: Map<unknown, Frame>;
  frame: Frame | null;
  all: Source[];
}

/** Sources of a statement first, since what it compares may stand before them. */
function visit(node: unknown, walk: Walk): void {
  if (Array.isArray(node)) for (const each of node) visit(each, walk);
  else if (node !== null && typeof node === 'object')
    for (const [kind, of] of Object.entries(node as Node)) {
      if (isStatement(kind, of)) {
        const frame: Frame = { sources: [], outer: walk.frame };
        gather(of, frame, walk.all);
        visit(of, { ...walk, frame });
      } else {
        if (kind === 'A_Expr' && walk.frame) compare(of as Node, walk.frame);
        visit(of, walk);
      }
    }
}

function gather(node: unknown, frame: Frame, all: Source[]): void {
  if (Array.isArray(node)) for (const each of node) gather(each, frame, all);
  else if (node !== null && typeof node === 'object')
    for (const [kind, of] of Object.entries(node as Node)) {
      if (isStatement(kind, of) || kind === 'withClause') continue;
      if (kind === 'RangeVar' || (kind === 'relation' && typeof (of as Node).relname === 'string'))
        add(of as Node, node as Node, frame, all);
      else if (kind === 'RangeSubselect' || kind === 'RangeFunction') made(of as Node, frame, all);
      else gather(of, frame, all);
    }
}

function add(of: Node, parent: Node, frame: Frame, all: Source[]): void {
  const { schemaname, relname, alias } = of as { schemaname?: string; relname: string; alias?: { aliasname: string } };
  const table = schemaname !== undefined && SCHEMAS.has(schemaname) ? `${schemaname}.${relname}` : null;
  const written = (parent.cols as { ResTarget: { name: string } }[] | undefined)?.some(({ ResTarget }) => ResTarget.name === 'company_id');
  const source = {
    alias: alias?.aliasname ?? relname,
    table,
    bound: table === null || written === true || Object.hasOwn(ORIGINS, table),
    same: new Set<Source>(),
  };
  frame.sources.push(source);
  all.push(source);
}

function made(of: Node, frame: Frame, all: Source[]): void {
  const source = {
    alias: (of.alias as { aliasname: string } | undefined)?.aliasname ?? '',
    table: null,
    bound: true,
    same: new Set<Source>(),
  };
  frame.sources.push(source);
  all.push(source);
}

/** `t.company_id = $1` binds t, `t.company_id = c.company_id` makes them of one company; rows, member by member. */
function compare({ lexpr, rexpr }: Node, frame: Frame): void {
  const [left, right] = [membersOf(lexpr), membersOf(rexpr)];
  for (const [at, one] of left.entries()) pair(one, right[at] ?? rexpr, frame);
  for (const [at, one] of right.entries()) pair(one, left[at] ?? lexpr, frame);
}

const membersOf = (side: unknown): unknown[] => {
  const row = (side as Node | undefined)?.RowExpr as { args: unknown[] } | undefined;
  return row ? row.args : [side];
};

function pair(one: unknown, other: unknown, frame: Frame): void {
  const [mine, theirs] = [companyOf(one, frame), companyOf(other, frame)];
  for (const source of mine) {
    if (theirs.length === 0) source.bound = true;
    for (const each of theirs) {
      source.same.add(each);
      each.same.add(source);
    }
  }
}

/** The source whose `company_id` an expression is; a bare one is of the only statement's tables that it can be of. */
function companyOf(expression: unknown, frame: Frame): Source[] {
  const column = (expression as Node | undefined)?.ColumnRef as { fields: { String?: { sval: string } }[] } | undefined;
  const names = column?.fields.map((field) => field.String?.sval ?? '') ?? [];
  const [alias, name] = [names.at(-2), names.at(-1)];
  for (let at: Frame | null = frame; at; at = at.outer) {
    const found = at.sources.filter((one) => (alias === undefined ? one.table !== null : one.alias === alias));
    if (found.length === 0) continue;
    return (alias === undefined ? found : found.slice(0, 1)).filter((one) => name === (one.table === COMPANIES ? 'id' : 'company_id'));
  }
  return [];
}
