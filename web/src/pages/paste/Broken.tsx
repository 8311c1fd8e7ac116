import { useText } from '#web/i18n/use-text.ts';
import { dutyWords, useDuties } from '../form/control/use-duties.ts';
import css from './PasteDialog.module.css';
import type { PasteRow } from './state/paste-row.ts';

/** Below a pasted person: the rules of incompatible duties that he would stand against. He can be saved all the same. */
export function Broken({ row, cloud, span }: { row: PasteRow; cloud: string; span: number }) {
  const texts = useText();
  return useDuties(cloud, 0, row.typing.store).map((broken) => (
    <tr key={broken.id} className={css.warned}>
      <td />
      <td colSpan={span}>{dutyWords(texts, broken).filter(Boolean).join(' ')}</td>
    </tr>
  ));
}
