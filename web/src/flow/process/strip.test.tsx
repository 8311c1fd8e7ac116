import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { testTable } from '#protocol/meta/testing-suite.ts';
import type { Late, ProcessRow } from '#protocol/wire/process.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { BESIDE_EN, BESIDE_ZH } from '#web/i18n/parts/beside.ts';
import { HolderStrip } from './HolderStrip.tsx';

beforeAll(() => {
  addTexts(LATER_ZH, LATER_EN);
  addTexts(BESIDE_ZH, BESIDE_EN);
});
const signer = (id: number, key_name: string, rest: Partial<ProcessRow> = {}) =>
  ({
    ...{
      id,
      visit: 1,
      back_state: 4,
      step: { key_name: '会签', key_name_en: 'Countersign' },
      rule: 'all',
      review_state: { id: 7, key_name: '' },
      rstate: '',
      label: { key_name: '' },
    },
    ...{
      review_entity: { id, key_name },
      create_time: '2026-11-22 10:00:00',
      limit_time: null,
      due_time: null,
      outcome: null,
      duration: 0,
    },
    ...rest,
  }) as ProcessRow;
const drawn = (...rows: ProcessRow[]): string =>
  renderToStaticMarkup(
    <HolderStrip
      {...{ table: testTable('t'), rows, askedAt: 0, me: 1, todo: undefined, returned: undefined, review_state: 4 }}
      onAct={() => undefined}
    />,
  );

it('FLOW-05 a signer whom the reader may take off is taken off from the strip, the others are not', () => {
  const strip = drawn(signer(1, '周敏'), signer(2, '何苗', { removable: 1 }));
  expect(strip.match(/aria-label="减签 [^"]+"/g)).toEqual(['aria-label="减签 何苗"']);
});
it('FLOW-07 the strip says urgent of a turn with a limit, and of no other', () => {
  expect(drawn(signer(1, '周敏', { limit_time: '2026-11-22 11:00:00', due_time: '2026-11-22 11:00:00' }))).toMatch(/加急.*超时/);
  expect(drawn(signer(1, '周敏'))).not.toContain('加急');
});

it('FLOW-07 who is late by his step is told so in the strip, without being urgent', () => {
  const strip = drawn(signer(1, '周敏', { due_time: '2026-11-22 10:00:00' }));
  expect(strip).toContain('超时');
  expect(strip).not.toContain('加急');
  expect(drawn(signer(1, '周敏', { due_time: '2026-11-22 10:00:00', limit_time: '2026-11-22 10:00:00' }))).toContain('加急');
});

it('FLOW-07 where its step ends before its own limit the strip says both, and urgent once', () => {
  const strip = drawn(signer(1, '周敏', { due_time: '2999-11-20 10:00:00', limit_time: '2999-11-22 12:00:00' }));
  expect(strip.match(/title="[^"]*到期"/g)).toEqual(['title="2999-11-20 10:00 到期"', 'title="2999-11-22 12:00 到期"']);
  expect(strip.match(/加急/g)).toHaveLength(1);
});

it('FLOW-07 the strip says what comes when its step’s time has passed, before it has, and under an earlier limit when', () => {
  const due_time = '2999-11-22 10:00:00';
  const who = { id: 9, key_name: '董岩' };
  const late = (rest: object, row: Partial<ProcessRow> = {}) =>
    drawn(signer(1, '周敏', { due_time, late: { time: due_time, do: 'remind', ...rest } as Late, ...row }));
  expect(late({})).toContain('逾期将提醒办理人');
  expect(late({ do: 'escalate', who })).toContain('逾期将提醒办理人，并告知其主管董岩');
  expect(late({ do: 'assign', who })).toContain('逾期将转给董岩办理（条件具备时）');
  expect(late({ do: 'event', event: { key_name: '退回', key_name_en: 'Return' } })).toContain('逾期将由系统按“退回”办理（条件具备时）');
  expect(late({}, { due_time: '2999-11-20 10:00:00', limit_time: '2999-11-20 10:00:00' })).toMatch(
    /到 [^，]*11-22 10:00 仍未办理，将提醒办理人/,
  );
  expect(late({ time: '2026-11-22 10:00:00' })).not.toContain('提醒');
});
