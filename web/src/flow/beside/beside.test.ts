import { beforeAll, describe, expect, it } from 'vitest';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BESIDE_EN, BESIDE_ZH } from '#web/i18n/parts/beside.ts';
import { textsIn } from '#web/i18n/use-text.ts';
import { offeredOf, quickOf } from './acts.ts';
import { wrongWhom, wrongWords } from './faults.ts';

beforeAll(() => addTexts(BESIDE_ZH, BESIDE_EN));
const { t } = textsIn('zh_CN');
const off = { code: 311 as const, remark: '$flow_blocked' };

describe('FLOW-05 what stands in the menu of the bar', () => {
  it('asking, telling, taking back, in one order; an answer is no line of it', () => {
    const acts = ['Reply', 'Revoke', 'Copy', 'Relay', 'Urge'].map((op) => ({ op }));
    expect(offeredOf(acts).map(({ op }) => op)).toEqual(['Relay', 'Copy', 'Urge', 'Revoke']);
  });
  it('the two most wanted that are not off stand beside it', () => {
    const quick = (...acts: { op: string; off?: typeof off }[]) => quickOf(offeredOf(acts)).map(({ op }) => op);
    expect(quick({ op: 'Copy' }, { op: 'AddSign' }, { op: 'Relay' }, { op: 'Urge' })).toEqual(['Relay', 'AddSign']);
    expect(quick({ op: 'Relay' }, { op: 'AddSign', off }, { op: 'Copy' })).toEqual(['Relay', 'Copy']);
    expect(quick({ op: 'Urge', off }, { op: 'Copy' }, { op: 'Revoke' })).toEqual(['Revoke', 'Copy']);
  });
});

describe('FLOW-05 FLOW-08 what is wrong with an act before it is sent', () => {
  const people = (n: number) => Array.from({ length: n }, (_, at) => ({ id: at + 1, key_name: `人${at}` }));
  const whom = (chosen: Parameters<typeof wrongWhom>[0]) => wrongWhom(chosen, t, '请选择加签谁').people;
  it('nobody, a name that is not chosen, more than twenty', () => {
    expect(whom([])).toBe('请选择加签谁');
    expect(whom([...people(1), { sought: '李' }])).toContain('“李”还没有选定');
    expect(whom(people(20))).toBeUndefined();
    expect(whom(people(21))).toBe('最多选择 20 人，已选 21 人');
  });
  it('no words where they are demanded, and 800 of them', () => {
    const words = (remark: string, isFree = false) => wrongWords(remark, isFree, t, '加签原因').remark;
    expect(words(' ')).toBe('请填写加签原因');
    expect(words('', true)).toBeUndefined();
    expect(words('x'.repeat(799))).toBeUndefined();
    expect(words('x'.repeat(800))).toBe('须少于 800 个字');
  });
});
