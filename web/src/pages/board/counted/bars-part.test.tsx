import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { addTexts } from '#web/i18n/catalogue.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { BOARD_EN, BOARD_ZH } from '#web/i18n/parts/records/board.ts';
import { REPORT_EN, REPORT_ZH } from '#web/i18n/parts/records/report.ts';
import type { LoadedReport } from '../../report/use-report.ts';
import { BarsPart } from './BarsPart.tsx';

addTexts({ ...REPORT_ZH, ...BOARD_ZH }, { ...REPORT_EN, ...BOARD_EN });

const report = {
  ...{ key_name: '阶段', key_name_en: 'Stages', left_out: [], searchs: { fields: [] } },
  sources: [{ name: 's', cloud: 'project' }],
  targets: [{ name: 'stage', fields: 'stage', key_name: '阶段', key_name_en: 'Stage' }],
  indexs: [{ name: 'num', of: 'count', key_name: '数量', key_name_en: 'Number', kind: 'add' }],
} as unknown as LoadedReport;
const told = {
  ...{ uid: 'p', code: 200, remark: '', data: { total: { num: 9 } } },
  rows: [
    { depth: 1, keys: { stage: { id: 2, key_name: '可研', key_name_en: 'Study' } }, num: 7 },
    { depth: 1, keys: {}, rest: 1, others: 3, num: 2 },
  ],
};
const drawn = (of: LoadedReport): string =>
  renderToStaticMarkup(
    <BarsPart
      {...({ widget: {}, shown: { report: 'r' }, report: of, told, asked: {}, isTable: false } as unknown as Parameters<
        typeof BarsPart
      >[0])}
    />,
  );
const named = (html: string) => [...html.matchAll(/<th scope="row"[^>]*><button[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name);

describe('CAPEX-02 DESK-01 lines with bars', () => {
  it.each([
    ['zh_CN', ['查看 可研', '查看 合计']],
    ['en_US', ['View Study', 'View Total']],
  ] as const)('%s: a line and the total lead to their records by their names; what stands for the others does not', (locale, names) => {
    chooseLocale(locale);
    expect(named(drawn(report))).toEqual(names);
    chooseLocale('zh_CN');
  });
  it('nor does any of a report that leads nowhere, or through another record', () => {
    expect(named(drawn({ ...report, drill: 0 }))).toEqual([]);
    expect(named(drawn({ ...report, targets: [{ ...report.targets[0]!, fields: 'owner.stage' }] }))).toEqual(['查看 合计']);
  });
});
