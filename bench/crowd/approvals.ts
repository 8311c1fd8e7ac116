import { freePort } from '../processes.ts';
import { type Base, onBase } from '../stage.ts';
import { makeCases } from './cases.ts';
import { at } from './command.ts';
import { arrive, type Met } from './load.ts';
import { createScript, crowdOf, type Kind } from './people.ts';

/** Approvals offered a minute, lists read a second beside them, for so many seconds, by so many people (`APPROVALS_…`). */
const number = (name: string, otherwise: number) => Number(process.env[`APPROVALS_${name}`] ?? otherwise);
const A_MINUTE = number('A_MINUTE', 1000);
const LISTS = number('LISTS', 50);
const SECONDS = number('SECONDS', 120);
const PEOPLE = number('PEOPLE', 200);
const WARM_SECONDS = Math.min(15, SECONDS);

/**
 * So many approvals a minute, as they come by chance, while lists are read: whoever is slow is offered no less. What was acknowledged is
 * compared with what stands in the log.
 */
export const approvalsBench = (): Promise<string> =>
  onBase('crowd', async (base) => {
    const port = await freePort();
    const server = await base.serve(port, { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'fatal' });
    try {
      const people = await crowdOf(base.db, base.folder, PEOPLE);
      const offered = Math.ceil(((SECONDS + WARM_SECONDS) * A_MINUTE * 1.3) / 60) + 50;
      const cases = await makeCases(base.db, base.folder, people, offered);
      const decisions = () => {
        const one = cases();
        if (!one) throw new Error('more came than there are cases');
        return one;
      };
      const read = createScript(people, () => null);
      const lists = () => {
        for (;;) {
          const one = read();
          if (one.call.kind === 'list' || one.call.kind === 'keyword') return one;
        }
      };
      const both = (seconds: number) => Promise.all([arrive(port, decisions, A_MINUTE / 60, seconds), arrive(port, lists, LISTS, seconds)]);
      await both(WARM_SECONDS);
      const before = await logged(base);
      const [decided, listed] = await both(SECONDS);
      return report(decided, listed, (await logged(base)) - before);
    } finally {
      await server.stop();
    }
  });

/** Decisions that stand in the log. */
async function logged({ db }: Base): Promise<number> {
  const [row] = await db.query<{ n: number }>(`select count(*)::int as n from fw.flow_log where op = 'Review'`);
  return row!.n;
}

const HEAD = ['| | offered | done | a minute | p50, p99 ms | errors by code | under way at most |', '|---|---|---|---|---|---|---|'];

function report(decided: Met, listed: Met, stand: number): string {
  const done = decided.codes['200'] ?? 0;
  return [
    `${A_MINUTE} approvals a minute offered beside ${LISTS} lists a second, ${SECONDS} s, ${PEOPLE} people, one process`,
    '',
    ...HEAD,
    line('approvals', decided, ['decision']),
    line('lists', listed, ['list', 'keyword']),
    '',
    stand === done
      ? `All ${done} that were acknowledged stand in the log, and no more.`
      : `**${done} were acknowledged, ${stand} stand in the log.**`,
  ].join('\n');
}

function line(name: string, { times, refused, codes, most, seconds }: Met, kinds: readonly Kind[]): string {
  const all = kinds.flatMap((kind) => times[kind]);
  const done = codes['200'] ?? 0;
  const errors = Object.entries(codes).filter(([code]) => code !== '200');
  const said = errors.map(([code, count]) => `${code}: ${count}`).join(', ') || 'none';
  const each = [
    name,
    all.length + refused.length,
    done,
    ((done * 60) / seconds).toFixed(0),
    `${at(all, 0.5)}, ${at(all, 0.99)}`,
    said,
    most,
  ];
  return `| ${each.join(' | ')} |`;
}
