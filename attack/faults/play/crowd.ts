import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

/** What a crowd of callers met: every acknowledged write by its name, and everything that was no plain success. */
export interface Met {
  acknowledged: string[];
  reads: number;
  failed: string[];
}

/**
 * Callers who write and read one after the other on connections that they keep, and try nothing twice: a connection that ends under a
 * request counts as a failure. `over` ends it.
 */
export function crowd(
  url: string,
  token: string,
  size: number,
): { met: Met; over(): Promise<Met>; acknowledged(atLeast: number): Promise<void> } {
  const met: Met = { acknowledged: [], reads: 0, failed: [] };
  let going = true;
  const one = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (going) {
      const name = `crowd ${randomUUID()}`;
      const added = await post(agent, `${url}/app?op=Add`, token, {
        cloud: 'initiation',
        key_name: name,
        est_price: '300',
        _rid: randomUUID(),
      });
      if (added === '200 200') met.acknowledged.push(name);
      else met.failed.push(`Add: ${added}`);
      const read = await post(agent, `${url}/app?op=Page`, token, { cloud: 'initiation', rows: '5', page: '1', fields: 'key_name' });
      if (read === '200 200') met.reads += 1;
      else met.failed.push(`Page: ${read}`);
      // People think, and new processes need the processor to start.
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    agent.destroy();
  };
  const all = Promise.all(Array.from({ length: size }, one));
  return {
    met,
    over: async () => {
      going = false;
      await all;
      return met;
    },
    acknowledged: async (atLeast) => {
      const goal = met.acknowledged.length + atLeast;
      while (met.acknowledged.length < goal && met.failed.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
}

/** Status and code of the answer, or why there was none. */
function post(agent: Agent, url: string, token: string, form: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ _os: 'web', ...form }).toString();
  const headers = { token, 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const asked = request(url, { agent, method: 'POST', headers }, (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve(`${answer.statusCode} ${/"code":(\d+)/.exec(text)?.[1]}`));
      answer.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    asked.on('error', (error: NodeJS.ErrnoException) =>
      resolve(`${error.code ?? error.message}${asked.reusedSocket ? ' on a kept connection' : ''}`),
    );
    asked.end(body);
  });
}
