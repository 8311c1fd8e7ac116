import type { Op } from '#server/ops/op.ts';
import { type Canary, createCanary } from '../canary/canary.ts';
import { type Changes, differ } from './differ.ts';
import type { Knowledge } from './guesses.ts';
import { readStored, type Sight, type Stored, sightOf } from './oracle.ts';
import type { Actor } from './people.ts';
import { openWorld, type Request, type Told, tickingClock, type World } from './world.ts';

/** The two worlds of one person. */
export interface Pair {
  actor: Actor;
  a: World;
  b: World;
  know: Knowledge;
  canary: Canary;
  changes: Changes;
  /** Sends the request to both and answers what they told. */
  ask(request: Request): Promise<{ a: Told; b: Told }>;
  close(): Promise<void>;
}
export interface PairOptions {
  /** the markers follow from it, so that a run can be repeated */
  seed: number;
  /** the ops as the product has them, or with a planted leak */
  ops?: readonly Op[];
}

export async function openPair(actor: Actor, { seed, ops }: PairOptions): Promise<Pair> {
  const clock = tickingClock();
  const canary = createCanary(`twin ${seed} ${actor.login}`);
  const seen: { stored: Stored; sight: Sight }[] = [];
  let changes: Changes | undefined;
  const secretFiles = new Set<string>();
  const a = await openWorld({ actor, clock, ...(ops ? { ops } : {}) });
  const b = await openWorld({
    actor,
    clock,
    ...(ops ? { ops } : {}),
    changed: (key) => (secretFiles.has(key) ? Buffer.from(canary.text(`bytes of ${key}`).padEnd(40)) : undefined),
    prepare: async (db) => {
      const stored = await storedOf(db);
      const sight = await sightOf(db, stored, actor.login, actor.company === 'demo' ? 1 : 2);
      seen.push({ stored, sight });
      changes = await differ(db, stored, sight, canary);
      for (const { key_name } of await db.query<{ key_name: string }>('select key_name from fw.file where length = 40'))
        secretFiles.add(key_name);
    },
  });
  const know = await knowledgeOf(seen[0]!, a, b);
  const ask = async (request: Request): Promise<{ a: Told; b: Told }> => {
    const told = { a: await a.ask(request), b: await b.ask(request) };
    clock.tick();
    return told;
  };
  return {
    actor,
    a,
    b,
    know,
    canary,
    changes: changes!,
    ask,
    close: async () => {
      await a.close();
      await b.close();
    },
  };
}

/** The template's rows, which are those of world A of every pair: read once. */
let template: Promise<Stored> | undefined;
function storedOf(db: World['app']['house']['db']): Promise<Stored> {
  template ??= readStored(db);
  return template;
}

async function knowledgeOf({ stored, sight }: { stored: Stored; sight: Sight }, a: World, b: World): Promise<Knowledge> {
  const rows = <Row>(text: string) => a.app.house.db.query<Row>(text);
  const files = await rows<{ key_name: string }>('select key_name from fw.file order by id');
  const todos = await rows<{ id: number }>('select id from fw.flow_todo order by id');
  const instants = await rows<{ at: string }>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from (
       select distinct date_trunc('minute', valid_from) as at from hist.project union select date_trunc('minute', valid_to) from hist.initiation
       union select now() - interval '36 hours' union select now()) v`,
  );
  return {
    sight,
    a: stored,
    b: await readStored(b.app.house.db),
    files: files.map((file) => file.key_name),
    todos: todos.map((todo) => todo.id),
    instants: instants.map(({ at }) => at),
  };
}

/** What a difference is: status, headers or any byte of the body. */
export const differs = ({ a, b }: { a: Told; b: Told }): boolean => a.status !== b.status || a.body !== b.body || a.headers !== b.headers;

/** G1: what no request may be answered, whatever it says. */
export const isFault = ({ status, code }: Told): boolean => status >= 500 || code === 306 || code === 331;
