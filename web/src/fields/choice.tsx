import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Checkbox, Radio, Select } from '#web/ui/controls.ts';
import { Nothing, Stage, StateMark } from '#web/ui/marks.tsx';
import css from './fields.module.css';
import { asChoice, asEntities, asEntity } from './values.ts';
import type { EditProps, ReadProps, SearchProps, Widget } from './widget.ts';

const itemsOf = (field: FieldDef): readonly ItemDef[] => (Array.isArray(field.items) ? field.items : []);

/** What may be chosen: a choice that is offered no more only where it stands. */
const choicesOf = (field: FieldDef, standing: readonly (number | null)[]): readonly ItemDef[] =>
  itemsOf(field).filter((item) => item.hidden !== 1 || standing.includes(item.id));

/** The item of a value, named by the definition in the reader's language; an item that is gone keeps the wire's name. */
function useItem(field: FieldDef) {
  const { label } = useText();
  return (value: unknown): { id: number; name: string; look?: ItemDef['look'] } | null => {
    const id = asChoice(value);
    if (id === null) return null;
    const item = itemsOf(field).find((each) => each.id === id);
    return item ? { id, name: label(item), look: item.look } : { id, name: label(asEntity(value)) || String(id) };
  };
}

function ReadChoice({ field, value }: ReadProps) {
  const item = useItem(field)(value);
  if (!item) return <Nothing />;
  const stages = choicesOf(field, [item.id]);
  if (field.ListShow === 'STAGE')
    return (
      <Stage at={stages.findIndex((each) => each.id === item.id)} count={Math.min(8, stages.length)}>
        {item.name}
      </Stage>
    );
  if (item.look && item.look !== 'none') return <StateMark look={item.look}>{item.name}</StateMark>;
  return <span title={item.name}>{item.name}</span>;
}

function ReadChoices({ field, value }: ReadProps) {
  const { listed } = useText();
  const item = useItem(field);
  const names = listed(asEntities(value).map((each) => item(each)?.name));
  return names ? <span title={names}>{names}</span> : <Nothing />;
}

function EditSelect({ id, field, value, onChange, onBlur, required, invalid, describedBy }: EditProps) {
  const { label } = useText();
  return (
    <Select
      id={id}
      size="large"
      style={{ width: '100%' }}
      value={asChoice(value)}
      allowClear={!required}
      showSearch={{ optionFilterProp: 'label' }}
      options={choicesOf(field, [asChoice(value)]).map((item) => ({ value: item.id, label: label(item) }))}
      placeholder={label(field, 'placeholder')}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-required={required}
      onChange={(chosen: number | undefined) => onChange(chosen === undefined ? null : { id: chosen })}
      onBlur={onBlur}
    />
  );
}

function EditRadio({ id, field, value, onChange, onBlur, required, invalid, describedBy }: EditProps) {
  const { label } = useText();
  return (
    <Radio.Group
      id={id}
      value={asChoice(value)}
      options={choicesOf(field, [asChoice(value)]).map((item) => ({ value: item.id, label: label(item) }))}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      aria-required={required}
      aria-label={label(field)}
      onChange={(event) => {
        onChange({ id: event.target.value });
        onBlur();
      }}
    />
  );
}

function EditChecks({ field, value, onChange, onBlur, required, describedBy }: EditProps) {
  const { t, label } = useText();
  return (
    <Checkbox.Group
      value={asEntities(value).map((each) => each.id)}
      options={choicesOf(
        field,
        asEntities(value).map((each) => each.id),
      ).map((item) => ({ value: item.id, label: label(item) }))}
      className={css.checks}
      aria-describedby={describedBy}
      aria-label={required ? t('fields.must', { name: label(field) }) : label(field)}
      onChange={(chosen) => {
        onChange(chosen.map((each) => ({ id: Number(each) })));
        onBlur();
      }}
    />
  );
}

function SearchChoice({ id, field, value, onChange }: SearchProps) {
  const { label } = useText();
  const chosen =
    value !== null && typeof value === 'object' && !Array.isArray(value) && Array.isArray(value.value) ? value.value.map(Number) : [];
  return (
    <Select
      id={id}
      mode="multiple"
      style={{ width: '100%' }}
      allowClear
      maxTagCount="responsive"
      value={chosen}
      showSearch={{ optionFilterProp: 'label' }}
      options={itemsOf(field).map((item) => ({ value: item.id, label: label(item) }))}
      onChange={(ids: number[]) => onChange(ids.length === 0 ? undefined : { op: 'in', value: ids })}
    />
  );
}

export const selectWidget: Widget = { Read: ReadChoice, Edit: EditSelect, Search: SearchChoice };
export const radioWidget: Widget = { Read: ReadChoice, Edit: EditRadio, Search: SearchChoice };
export const checkboxWidget: Widget = { Read: ReadChoices, Edit: EditChecks, Search: SearchChoice };
