import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { testTable } from '#protocol/meta/testing-suite.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { Timeline } from './Timeline.tsx';

beforeAll(() => addTexts(LATER_ZH, LATER_EN));

const waiting = (who: number, read_time: string | null): ProcessRow => ({
  ...{
    id: who,
    visit: 1,
    remark: '',
    review_state: { id: 7, key_name: '' },
    rstate: '',
    label: { key_name: '', key_name_en: '' },
    rule: 'all',
  },
  ...{ back_state: 4, review_entity: { id: who, key_name: `签${who}` }, done_entity: null, create_entity: { id: 1, key_name: '' } },
  ...{ event_id: null, outcome: null, attachs: [], copies: [], create_time: '2026-11-22 10:00:00', finish_time: null, limit_time: null },
  ...{ duration: 0, read_time },
});
/** Each entry's tag, newest first, as person 5 reads them. */
const tags = (...rows: ProcessRow[]): string[] =>
  [
    ...renderToStaticMarkup(
      <Timeline table={testTable('t')} rows={rows} loading={false} error={null} ask={() => {}} askedAt={0} me={5} />,
    ).matchAll(/已读|未读/g),
  ].map(([tag]) => tag);

describe('FLOW-09 who has seen what waits for him', () => {
  it('whoever reads it now has read it, also before the server says so; others have when it does', () => {
    expect(tags(waiting(4, null), waiting(5, null))).toEqual(['已读', '未读']);
    expect(tags(waiting(4, '2026-11-22 10:05:00'), waiting(5, null))).toEqual(['已读', '已读']);
  });
});
