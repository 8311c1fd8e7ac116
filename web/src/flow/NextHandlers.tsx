import { useText } from '#web/i18n/use-text.ts';
import { Select } from '#web/ui/controls.ts';
import { Avatar } from '#web/ui/marks.tsx';
import css from './flow.module.css';
import type { Next } from './next.ts';

interface NextHandlersProps {
  next: Next;
  /** name of the step that follows */
  step: string;
  /** the decision that leads there */
  primary: string;
  chosen: readonly number[] | null;
  choose(ids: readonly number[]): void;
}

/** Who gets it next. Where others may be named the picker has a line of its own: a department's names do not fit beside the buttons. */
export function NextHandlers({ next, step, primary, chosen, choose }: NextHandlersProps) {
  const { t, listed } = useText();
  const { people } = next;
  const names = listed(people.map((each) => each.key_name));
  if (people.length === 0)
    return <div className={css.next}>{step && <span className={css.quiet}>{t('flow.afterEnd', { event: primary, step })}</span>}</div>;
  const caption = (
    <span className={css.caption}>
      <span className={css.quiet}>{t('flow.after', { event: primary })}</span> {step}
    </span>
  );
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
