import { useText } from '#web/i18n/use-text.ts';
import { useFollows, warningsOf } from '../form/control/use-duties.ts';
import css from './PasteDialog.module.css';
import type { PasteRow } from './state/paste-row.ts';

/** Below a pasted person: the rules of incompatible duties that he would stand against, and that he could enter no module. He can be saved all the same. */
export function Broken({ row, cloud, span }: { row: PasteRow; cloud: string; span: number }) {
  const texts = useText();
  return warningsOf(texts, useFollows(cloud, 0, row.typing.store)).map(({ key, words }) => (
    <tr key={key} className={css.warned}>
      <td />
      <td colSpan={span}>{words.filter(Boolean).join(' ')}</td>
    </tr>
  ));
}
