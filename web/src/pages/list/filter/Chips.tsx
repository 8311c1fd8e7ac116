import type { FieldDef } from '#protocol/meta/field.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import type { ListController } from '../state/use-list-page.ts';
import css from './Chips.module.css';
import { useSaid } from './said.ts';

/** Active filters, each as a sentence that can be taken away. */
export function Chips({ list }: { list: ListController }) {
  const fields = list.table?.fields ?? [];
  return Object.entries(list.state.fields).map(([name, filter]) => {
    const field = fields.find((each) => each.field_name === name);
    return field && !list.isFixed(name) ? <Chip key={name} list={list} field={field} filter={filter} /> : null;
  });
}

function Chip({ list, field, filter }: { list: ListController; field: FieldDef; filter: FieldFilter }) {
  const { t } = useText();
  const words = useSaid(field, filter);
  const name = useUnits().measured(field, true);
  return (
    <span className={css.chip}>
      <span className={css.chipField}>{name}</span>
      <span className="ellipsis" title={words}>
        {words}
      </span>
      <IconButton
        icon="close"
        size="small"
        label={t('list.unfilter', { name })}
        onClick={() => list.dispatch({ type: 'unfilter', field: field.field_name })}
      />
    </span>
  );
}
