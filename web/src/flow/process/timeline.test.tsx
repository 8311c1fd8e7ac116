import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
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
  ...{ back_state: 4, step: { key_name: '会签', key_name_en: 'Countersign' } },
  ...{ review_entity: { id: who, key_name: `签${who}` }, done_entity: null, create_entity: { id: 1, key_name: '' } },
  ...{
    event_id: null,
    outcome: null,
    attachs: [],
    copies: [],
    create_time: '2026-11-22 10:00:00',
    finish_time: null,
    asked: '',
    skipped: '',
    resume: '',
    urge_time: null,
    limit_time: null,
    due_time: null,
  },
  ...{ duration: 0, read_time },
});
/** Each entry's tag, newest first, as person 5 reads them. */
const tags = (...rows: ProcessRow[]): string[] =>
  [
    ...renderToStaticMarkup(<Timeline rows={rows} loading={false} error={null} ask={() => {}} askedAt={0} me={5} />).matchAll(/已读|未读/g),
  ].map(([tag]) => tag);

describe('FLOW-09 who has seen what waits for him', () => {
  it('whoever reads it now has read it, also before the server says so; others have when it does', () => {
    expect(tags(waiting(4, null), waiting(5, null))).toEqual(['已读', '未读']);
    expect(tags(waiting(4, '2026-11-22 10:05:00'), waiting(5, null))).toEqual(['已读', '已读']);
  });
});

describe('FLOW-05 FLOW-09 what is done beside deciding is told as people speak', () => {
  const row = (rest: Partial<ProcessRow>): ProcessRow => ({ ...waiting(4, null), ...rest });
  const at = (state: number) => ({ review_state: { id: state, key_name: '' } });
  const asker = { create_entity: { id: 1, key_name: '郑岚' } };
  /** What stands on screen of one entry, its tags away. */
  const told = (...rows: ProcessRow[]): string =>
    renderToStaticMarkup(<Timeline rows={rows} loading={false} error={null} ask={() => {}} askedAt={0} me={5} />)
      .replaceAll(/<span class="on-paper">.*?<\/span>/g, '')
      .replaceAll(/<[^>]+>/g, '');
  const done = { finish_time: '2026-11-22 11:00:00', outcome: null };

  it('FLOW-07 until when it may lie: by its step and by its own limit where these differ, urgent by the latter alone', () => {
    const text = told(row({ due_time: '2999-11-20 10:00:00', limit_time: '2999-11-22 12:00:00' }));
    expect(text).toMatch(/11-20 10:00 到期.*加急.*11-22 12:00 到期/);
    expect(text.match(/加急/g)).toHaveLength(1);
    expect(told(row({ due_time: '2999-11-22 12:00:00', limit_time: '2999-11-22 12:00:00' })).match(/到期/g)).toHaveLength(1);
  });
  it('a question with its answer below', () => {
    const text = told(row({ ...at(5), ...asker, ...done, asked: '可靠吗？', remark: '可靠' }));
    expect(text).toMatch(/郑岚 征询： 可靠吗？回复： 可靠.*签4/);
  });
  it('who passed it on and why, to all who got it', () => {
    const passed = row({ id: 3, ...at(8), ...done, remark: '出差', to: { id: 7, key_name: '签7' } });
    const got = [6, 7].map((who) => ({ ...waiting(who, null), ...at(13), ...asker, asked: '出差', create_time: '2026-11-22 11:00:00' }));
    const text = told(passed, ...got);
    expect(text).toContain('签4 转给 签6、签7');
    expect(text.match(/郑岚 转来： 出差/g)).toHaveLength(2);
  });
  it('why the engine went past somebody', () => {
    expect(told(row({ ...at(10), ...done, skipped: 'self' }))).toContain('跳过：只有申请人本人可以办理');
    expect(told(row({ ...at(10), ...done, skipped: 'empty' }))).toContain('跳过：该环节没有办理人');
    expect(told(row({ ...at(3), ...done, skipped: 'same' }))).toContain('跳过：本人已办理过');
    expect(told(row({ ...at(3), ...done, skipped: 'late' }))).toContain('超时：由系统按流程规定处理');
    expect(told(row({ ...at(3), ...done }))).not.toMatch(/跳过|超时/);
  });

  it('FLOW-09 its step by the name that the server gives, and the colour by what it did then', () => {
    const against = row({ ...at(3), ...done, outcome: -1, label: { key_name: '不同意', key_name_en: 'No' } });
    const drawn = (one: ProcessRow) =>
      renderToStaticMarkup(<Timeline rows={[one]} loading={false} error={null} ask={() => {}} askedAt={0} me={5} />);
    expect(told(against)).toContain('会签');
    expect(drawn({ ...against, refused: 1 })).not.toBe(drawn(against));
  });

  it('who added a signer, who took him off, who withdrew it, and when he was asked to hurry', () => {
    const by = { done_entity: { id: 1, key_name: '郑岚' } };
    expect(told(row({ ...asker, asked: '看安全', added: 1 }))).toContain('郑岚 加签： 看安全');
    expect(told(row({ ...at(10), ...asker, ...done, ...by, asked: '看安全', added: 1, remark: '不用了' }))).toContain('签4，由 郑岚 减签');
    expect(told(row({ ...at(9), ...asker, ...done, ...by, remark: '已有结论' }))).toContain('签4，由郑岚撤回');
    expect(told(row({ urge_time: '2026-11-22 10:30:00' }))).toMatch(/签4　.*10:30 催办/);
  });
});
