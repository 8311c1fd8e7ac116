import { useText } from '#web/i18n/use-text.ts';
import { Select } from '#web/ui/controls.ts';
import { Avatar } from '#web/ui/marks.tsx';
import css from './flow.module.css';
import type { Next } from './next.ts';
import { foretold } from './outcome.ts';

interface NextHandlersProps {
  next: Next;
  /** name of the step that follows */
  step: string;
  /** the decision that leads there */
  primary: string;
  /** the rule of the signing now */
  rule: string | undefined;
  chosen: readonly number[] | null;
  choose(ids: readonly number[]): void;
}

/** Who gets it next. Where others may be named the picker has a line of its own: a department's names do not fit beside the buttons. */
export function NextHandlers({ next, step, primary, rule, chosen, choose }: NextHandlersProps) {
  const texts = useText();
  const { t, listed } = texts;
  const { people } = next;
  const names = listed(people.map((each) => each.key_name));
  const caption = <span className={css.caption}>{step && foretold(texts, primary, step, rule, next)}</span>;
  if (people.length === 0) return <div className={css.next}>{caption}</div>;
  if (!next.editable)
    return (
      <div className={css.next}>
        {caption}
        <span className={css.names} title={names}>
          {people.length === 1 && <Avatar name={names} quiet size={18} />}
          <span className="ellipsis">{names}</span>
        </span>
      </div>
    );
  const ids = chosen ?? people.map((each) => each.id);
  return (
    <div className={css.picking}>
      {caption}
      <Select
        className={css.picker}
        mode="multiple"
        allowClear
        aria-label={t('flow.nextHandlers')}
        placeholder={t('flow.handlerNeeded')}
        maxTagCount="responsive"
        maxTagPlaceholder={(left) => <span title={listed(left.map((each) => String(each.label)))}>+{left.length}</span>}
        showSearch={{ optionFilterProp: 'label' }}
        value={[...ids]}
        options={people.map((each) => ({ value: each.id, label: each.key_name ?? '' }))}
        onChange={(picked: number[]) => choose(picked)}
      />
      <span className={css.tally}>{t(next.countersign ? 'flow.signers' : 'flow.picked', { n: ids.length, of: people.length })}</span>
    </div>
  );
}
