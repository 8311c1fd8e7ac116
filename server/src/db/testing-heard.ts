import type { Db, Tx } from './db.ts';
import { ACROSS, type Across, evened } from './testing-across.ts';
import { unfenced } from './testing-fence.ts';

export interface Heard {
  db: Db;
  /** A line for each statement that the product sent on rows of companies without saying whose; `owner` tells which tables have companies. */
  unfenced(owner: Tx, across?: typeof ACROSS): Promise<string[]>;
}

/** A database that keeps what the product sends, for the look at its fences; what a test itself sends is its own. */
export function hear(db: Db): Heard {
  const sent = new Set<string>();
  const ears = <T extends Tx>(tx: T): T => ({
    ...tx,
    query: (text: string, values?: readonly unknown[]) => {
      if (!sent.has(text) && isOfProduct()) sent.add(text);
      return tx.query(text, values);
    },
  });
  return {
    db: { ...ears(db), front: ears(db.front), aside: ears(db.aside), tx: (work, options) => db.tx((tx) => work(ears(tx)), options) },
    unfenced: async (owner, across = ACROSS) => {
      if (sent.size === 0) return [];
      const fenced = await tablesOfCompanies(owner);
      const faults: string[] = [];
      for (const text of sent) {
        const tables = (await namedIn(text)).filter(
          (table) => (fenced.has(table) || !table.includes('.')) && !across.some(says(table, text)),
        );
        if (tables.length) faults.push(`${tables.join(', ')}: ${evened(text).slice(0, 400)}`);
      }
      return faults;
    },
  };
}

const says =
  (table: string, text: string) =>
  (one: Across): boolean =>
    one.table === table && evened(text).includes(evened(one.says));

/** What only hears what others send. */
const EARS = /\/db\/testing|\/attack\/target\.ts/;
/** Whether who called is no test: the first file on the way up that does not only hear. */
function isOfProduct(): boolean {
  const [, ...frames] = (new Error().stack ?? '').split('\n');
  const caller = frames.find((frame) => !EARS.test(frame));
  return caller !== undefined && /\/(server\/src|suites)\//.test(caller) && !/\.test\.tsx?|\/testing[^/]*\.ts/.test(caller);
}

async function tablesOfCompanies(owner: Tx): Promise<Set<string>> {
  const rows = await owner.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.columns
     where table_schema in ('app', 'hist', 'fw') and column_name = 'company_id'`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Each text is parsed once, however many databases a file has. */
const looked = new Map<string, Promise<string[]>>();
function namedIn(text: string): Promise<string[]> {
  const known = looked.get(text) ?? unfenced(text);
  looked.set(text, known);
  return known;
}
