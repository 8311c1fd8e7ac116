/** A new file as a whole, or what stands in one and what it becomes. */
type Edit = string | readonly (readonly [stands: string, becomes: string])[];

/** One thing of a kind, as somebody would add it by hand: its code files. Generated files, tests, and texts in two languages do not count. */
export interface Addition {
  what: string;
  files: Readonly<Record<string, Edit>>;
}

const below = (line: string, ...more: readonly string[]): readonly [string, string] => [`${line}\n`, `${[line, ...more].join('\n')}\n`];

const TYPE_WITH_WIDGET: Addition = {
  what: 'a data type with a widget of its own',
  files: {
    'protocol/src/meta/data-types.ts': [below('  email: LINE,', '  word: LINE,')],
    'protocol/src/fields/word.ts': `import { between } from './kind.ts';
import { lineKind } from './line.ts';

export const word = lineKind((random) => \`word-\${between(random, 1, 9)}\`, (text) => /^[a-z][a-z0-9-]*$/.test(text));
`,
    'protocol/src/fields/fields.ts': [
      below("import { video } from './video.ts';", "import { word } from './word.ts';"),
      below('  email,', '  word,'),
    ],
    'web/src/fields/registry.ts': [below('  address: linesWidget,', '  word: linesWidget,')],
  },
};

const FURTHER_TYPE: Addition = {
  what: 'a data type beyond the specification, drawn as its shape is',
  files: {
    'protocol/src/meta/data-types.ts': [below('  telephone: LINE,', '  postcode: LINE,')],
    'protocol/src/fields/postcode.ts': `import { between } from './kind.ts';
import { lineKind } from './line.ts';

export const postcode = lineKind((random) => String(between(random, 100_000, 899_999)), (text) => /^[0-9]{6}$/.test(text));
`,
    'protocol/src/fields/fields.ts': [
      below("import { markdown } from './markdown.ts';", "import { postcode } from './postcode.ts';"),
      below('  telephone,', '  postcode,'),
    ],
  },
};

const CALL: Addition = {
  what: 'a call',
  files: {
    'protocol/src/ops/sys.ts': [
      below(
        "import { defineOp } from './op.ts';",
        '/** What time it is: `data.now`. */',
        "export const clockOp = defineOp({ path: '/sys', op: 'Clock', summary: 'The time of the server', request: z.strictObject({}) });",
      ),
    ],
    'server/src/ops/sys/clock.ts': `import { clockOp } from '#protocol/ops/sys.ts';
import { op } from '../op.ts';

export const clockCall = op(clockOp, async (house) => ({ data: { now: house.clock.now().toISOString() } }));
`,
    'server/src/ops/registry.ts': [
      below("import { chooseCall } from './sys/choose.ts';", "import { clockCall } from './sys/clock.ts';"),
      below('  activeCall,', '  clockCall,'),
    ],
  },
};

const COMMAND: Addition = {
  what: 'a command of the flow, with its call',
  files: {
    'protocol/src/ops/flow.ts': [
      below(
        "import { defineOp } from './op.ts';",
        '/** The applicant asks whoever has his record to hurry. */',
        'export const nudgeOp = defineOp({',
        "  path: '/flow',",
        "  op: 'Nudge',",
        "  summary: 'Asks whoever has the record to hurry',",
        '  writes: true,',
        '  command: true,',
        '  request: z.strictObject({ cloud: wireText(100), id: wireId(), remark: wireText(200).optional(), copies: DECISION.copies, _rid: z.uuid().optional() }),',
        '});',
      ),
    ],
    'server/src/flow/kernel/commands/nudge.ts': `import { Refusal } from '#protocol/codes.ts';
import type { CommandRule } from '../model.ts';
import { copyRows } from '../rows.ts';
import { stays } from './stays.ts';

export const nudge: CommandRule<{ op: 'Nudge'; remark?: string; copies?: readonly number[] }> = {
  names: ({ copies = [] }) => copies,
  does: (_flow, state, actor, { op, remark = '', copies = [] }, env) => {
    if (state.case?.status !== 0) throw new Refusal(311);
    if (env.record.creator !== actor) throw new Refusal(312);
    for (const id of copies) if (env.people[id] !== 1) throw new Refusal(env.people[id] === 2 ? 303 : 302);
    const open = copyRows(state, actor, { copies }, env, state.case.state, state.case.visit);
    return { ...stays(state.case, { op, actor, now: env.now }), remark, open };
  },
};
`,
    'server/src/flow/kernel/decide.ts': [
      below("import { read } from './commands/read-rows.ts';", "import { nudge } from './commands/nudge.ts';"),
      below('  Read: read,', '  Nudge: nudge,'),
    ],
  },
};

const PAGE_KIND: Addition = {
  what: 'a kind of page',
  files: {
    'web/src/pages/wall/WallPage.tsx': `import type { PageDescriptor } from '#web/nav/page.ts';

/** A page of the client's own. */
export const WallPage = ({ page }: { page: PageDescriptor }) => <ul>{page.url}</ul>;
`,
    'web/src/router/kinds.ts': [["  | 'list'\n", "  | 'wall'\n  | 'list'\n"], below("  '/changes': 'changes',", "  '/wall': 'wall',")],
    'web/src/router/pages.ts': [
      below(
        "  list: lazy(() => import('#web/pages/list/ListPage.tsx').then((room) => ({ default: memo(room.ListPage) }))),",
        "  wall: lazy(() => import('#web/pages/wall/WallPage.tsx').then((room) => ({ default: memo(room.WallPage) }))),",
      ),
    ],
  },
};

const NUMBER: Addition = {
  what: 'a further kind of number',
  files: {
    'protocol/src/meta/data-types.ts': [
      below(
        "  int: { shape: 'number', storage: 'bigint', condition: 'number', calc: 'number' },",
        "  count: { shape: 'number', storage: 'bigint', condition: 'number', calc: 'number' },",
      ),
    ],
    'protocol/src/fields/count.ts': `import { int } from './int.ts';
import type { FieldKind } from './kind.ts';

export const count: FieldKind = int;
`,
    'protocol/src/fields/fields.ts': [
      below("import { checkbox } from './checkbox.ts';", "import { count } from './count.ts';"),
      below('  checkbox,', '  count,'),
    ],
  },
};

export const ADDITIONS: readonly Addition[] = [TYPE_WITH_WIDGET, FURTHER_TYPE, CALL, COMMAND, PAGE_KIND, NUMBER];
