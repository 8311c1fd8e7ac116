import * as app from '#protocol/ops/app.ts';
import * as cloud from '#protocol/ops/cloud.ts';
import * as flow from '#protocol/ops/flow.ts';
import type { OpDef } from '#protocol/ops/op.ts';
import * as report from '#protocol/ops/report.ts';
import * as sys from '#protocol/ops/sys.ts';

const ROOMS: Readonly<Record<string, object>> = { app, cloud, flow, report, sys };

const HEAD = `// Written by \`npm run fix\` from protocol/src/ops: a call is declared there and nowhere else.
${Object.keys(ROOMS)
  .map((room) => `import type * as ${room} from '#protocol/ops/${room}.ts';\n`)
  .join('')}import { ref } from './op-ref.ts';

/** Every op of protocol/src/ops. */
`;

/** `web/src/api/ops.ts`: names of calls with the types of their requests, and no schema. */
export function clientOps(): string {
  const rows = Object.entries(ROOMS).flatMap(([room, ops]) =>
    Object.entries(ops as Record<string, OpDef>)
      .sort(([a], [b]) => a.localeCompare(b))
      .map((one) => rowOf(room, one)),
  );
  return `${HEAD}export const ops = {\n${rows.join('')}} as const;\n`;
}

function rowOf(room: string, [name, { path, op, writes, free, eyes }]: [string, OpDef]): string {
  const marks = Object.entries({ writes, free, eyes }).flatMap(([mark, has]) => (has ? [`${mark}: true`] : []));
  return `  ${name.replace(/Op$/, '')}: ref<typeof ${room}.${name}>('${path}', '${op}'${marks.length ? `, { ${marks.join(', ')} }` : ''}),\n`;
}
