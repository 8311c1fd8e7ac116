import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { Timeline } from './Timeline.tsx';

addTexts(LATER_ZH, LATER_EN);
afterEach(() => vi.useRealTimers());

const row = (id: number, state: number, duration: number): ProcessRow => ({
  ...{ id, review_state: { id: state, key_name: '' }, rstate: '', label: { key_name: '待办', key_name_en: 'Pending' } },
  ...{
    back_state: 2,
    step: { key_name: '核准', key_name_en: 'Judge' },
    visit: 1,
    rule: 'any',
    review_entity: { id, key_name: '甲' },
    done_entity: null,
    create_entity: { id: 1, key_name: '乙' },
  },
  ...{ event_id: null, outcome: state === 3 ? 1 : null, remark: '', attachs: [], copies: [] },
  ...{
    create_time: '2026-11-21 09:00:00',
    read_time: null,
    finish_time: null,
    asked: '',
    skipped: '',
    resume: '',
    urge_time: null,
    limit_time: null,
    due_time: null,
    duration,
  },
});

it('FLOW-09 an entry that waits says how long by now, in minutes; one that is handled how long it took', () => {
  const askedAt = Date.parse('2026-11-21T10:00:00Z');
  vi.useFakeTimers({ now: askedAt + 170_000 });
  const about = { loading: false, error: null, ask: () => undefined, askedAt, me: 9 };
  const shown = renderToStaticMarkup(<Timeline {...about} rows={[row(1, 3, 130), row(2, 2, 40)]} />);
  expect(shown.match(/核准/g), 'steps are named by the server').toHaveLength(2);
  expect(shown).toContain('停留 2 分钟');
  expect(shown).toContain('已停留 3 分钟');
  expect(shown).not.toContain('3 分钟 ');
});
