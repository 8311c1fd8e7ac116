import type { Locale } from '#protocol/codes.ts';
import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Checkbox, Radio, Select } from '#web/ui/controls.ts';
import { Nothing } from '#web/ui/marks/Nothing.tsx';
import { Stage } from '#web/ui/marks/Stage.tsx';
import { StateMark } from '#web/ui/marks/StateMark.tsx';
import { useClearLabel } from '#web/ui/use-clear.tsx';
import css from './fields.module.css';
import { SearchLater } from './search/SearchLater.tsx';
import { itemsOf, shown } from './shown.ts';
import { soughtIn } from './sought.ts';
import { textLine } from './text.tsx';
import { asChoice, asEntities } from './values.ts';
import type { EditProps, Line, ReadProps, Widget } from './widget.ts';

/** What may be chosen: a choice that is offered no more only where it stands. */
const choicesOf = (field: FieldDef, standing: readonly (number | null)[]): readonly ItemDef[] =>
  itemsOf(field).filter((item) => item.hidden !== 1 || standing.includes(item.id));

function ReadChoice({ field, value, locale }: ReadProps) {
  const id = asChoice(value);
  if (id === null) return <Nothing />;
  const name = shown(field, value, locale);
  const look = itemsOf(field).find((each) => each.id === id)?.look;
  const stages = choicesOf(field, [id]);
  if (field.ListShow === 'STAGE')
    return (
      <Stage at={stages.findIndex((each) => each.id === id)} count={Math.min(8, stages.length)}>
        {name}
      </Stage>
    );
  if (look && look !== 'none') return <StateMark look={look}>{name}</StateMark>;
  return <span title={name}>{name}</span>;
}

/** A choice without a mark beside it. */
function choiceLine(field: FieldDef, value: unknown, locale: Locale): Line | null {
  const id = asChoice(value);
  const look = itemsOf(field).find((each) => each.id === id)?.look;
  if (id === null || field.ListShow === 'STAGE' || (look && look !== 'none')) return null;
  const text = shown(field, value, locale);
  return { text, title: text };
}

function ReadChoices({ field, value, locale }: ReadProps) {
  const names = shown(field, value, locale);
  return names ? <span title={names}>{names}</span> : <Nothing />;
}

function EditSelect({ id, field, value, onChange, onBlur, required, invalid, describedBy }: EditProps) {
  const { label } = useText();
  return (
    <Select
      id={id}
      size="large"
      style={{ width: '100%' }}
      value={asChoice(value) ?? (soughtIn(value) || null)}
      allowClear={useClearLabel(!required)}
      showSearch={{ optionFilterProp: 'label' }}
      options={choicesOf(field, [asChoice(value)]).map((item) => ({ value: item.id, label: label(item) }))}
      placeholder={label(field, 'placeholder')}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-required={required}
      onChange={(chosen: number | string | null | undefined) => onChange(typeof chosen === 'number' ? { id: chosen } : null)}
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
      data-invalid={invalid || undefined}
      onChange={(event) => {
        onChange({ id: event.target.value });
        onBlur();
      }}
    />
  );
}

function EditChecks({ field, value, onChange, onBlur, required, invalid, describedBy }: EditProps) {
  const { t, label } = useText();
  return (
    <Checkbox.Group
      value={asEntities(value).map((each) => each.id)}
      options={choicesOf(
        field,
        asEntities(value).map((each) => each.id),
      ).map((item) => ({ value: item.id, label: label(item) }))}
      className={css.checks}
      data-invalid={invalid || undefined}
      aria-describedby={describedBy}
      aria-label={required ? t('fields.must', { name: label(field) }) : label(field)}
      onChange={(chosen) => {
        onChange(chosen.map((each) => ({ id: Number(each) })));
        onBlur();
      }}
    />
  );
}

export const selectWidget: Widget = { Read: ReadChoice, line: choiceLine, Edit: EditSelect, Search: SearchLater };
export const radioWidget: Widget = { Read: ReadChoice, line: choiceLine, Edit: EditRadio, Search: SearchLater };
export const checkboxWidget: Widget = { Read: ReadChoices, line: textLine, Edit: EditChecks, Search: SearchLater };
