import { lazy, Suspense } from 'react';
import type { Locale } from '#protocol/codes.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { LoadedField } from '#protocol/rules/form/locked.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { NOTHING } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Nothing } from '#web/ui/marks/Nothing.tsx';
import css from './fields.module.css';
import { useFieldHost } from './host.ts';
import { Lookup } from './Lookup.tsx';
import { SearchLater } from './search/SearchLater.tsx';
import { shown, shownInLine } from './shown.ts';
import { seekingMore, seekingOne, soughtIn } from './sought.ts';
import { asEntities, asEntity, withRow } from './values.ts';
import type { EditProps, Line, ReadProps, Widget } from './widget.ts';

function ReadEntity({ field, value, locale, place }: ReadProps) {
  const entity = asEntity(value);
  if (!entity) return <Nothing />;
  const name = shown(field, value, locale);
  return entity.unauthorized ? (
    <span className={css.withheld} title={name}>
      {name}
    </span>
  ) : place === 'form' && name && (field as LoadedField).leads === 1 ? (
    <Jump field={field} value={entity} name={name} />
  ) : (
    <span title={name}>{name || NOTHING}</span>
  );
}

/** A record that may be seen is its name. */
function entityLine(field: FieldDef, value: unknown, locale: Locale): Line | null {
  const entity = asEntity(value);
  if (!entity || entity.unauthorized) return null;
  const text = shown(field, value, locale);
  return { text: text || NOTHING, title: text };
}

/** Two names, or the first and how many. */
function entitiesLine(field: FieldDef, value: unknown, locale: Locale): Line | null {
  const title = shown(field, value, locale);
  return title === '' ? null : { text: shownInLine(field, value, locale), title };
}

/** The way to the record that is referred to. */
function Jump({ field, value, name }: { field: FieldDef; value: EntityValue; name: string }) {
  const host = useFieldHost();
  return (
    <button type="button" data-value="" className={css.jump} title={name} onClick={() => host.open(field, value)}>
      {name}
    </button>
  );
}

function ReadEntities({ field, value, locale, place }: ReadProps) {
  const names = shown(field, value, locale);
  if (names === '') return <Nothing />;
  return <span title={names}>{place === 'list' ? shownInLine(field, value, locale) : names}</span>;
}

/** The button in a lookup's box that opens the whole list. */
function Pick({ field, multiple, chosen, values, take }: PickProps) {
  const { t, label } = useText();
  const host = useFieldHost();
  if (!host.pick) return null;
  const pick = async () => {
    const picked = await host.pick?.(field, multiple, chosen, values());
    if (picked) take(picked);
  };
  return <IconButton icon="list" label={t('fields.pick', { name: label(field) })} onClick={pick} />;
}

interface PickProps {
  field: FieldDef;
  multiple: boolean;
  chosen: readonly EntityValue[];
  values: EditProps['values'];
  take(picked: readonly EntityValue[]): void;
}

const AddFound = lazy(() => import('./AddFound.tsx').then((room) => ({ default: room.AddFound })));

/** What is typed and called by nothing yet may be added, and is chosen then. */
function AddIt({
  field,
  text,
  values,
  take,
}: {
  field: FieldDef;
  text: string;
  values: EditProps['values'];
  take(added: EntityValue): void;
}) {
  const { add } = useFieldHost();
  const name = text.trim();
  if (!add || name === '') return null;
  const begin = async () => {
    const added = await add(field, name, values());
    if (added) take(added);
  };
  return (
    <Suspense fallback={null}>
      <AddFound source={field.source ?? ''} text={name} onAdd={() => void begin()} />
    </Suspense>
  );
}

/** One record of the field's source, chosen by name or in its picker. */
export function EditEntity({ id, field, value, onChange, onBlur, required, invalid, describedBy, values }: EditProps) {
  const { t, label } = useText();
  const host = useFieldHost();
  const chosen = asEntity(value);
  return (
    <span className={css.joined}>
      <Lookup
        id={id}
        size="large"
        {...(host.pick ? { suffixIcon: null } : {})}
        multiple={false}
        chosen={chosen ? [chosen] : []}
        text={soughtIn(value)}
        search={(keyword) => host.search(field, keyword, values())}
        allowClear={!required}
        placeholder={label(field, 'placeholder') || t('fields.typeToSearch')}
        required={required}
        invalid={invalid}
        aria-describedby={describedBy}
        onText={(text) => onChange(seekingOne(chosen, text))}
        onTake={onChange}
        onDrop={() => onChange(null)}
        onClear={() => onChange(null)}
        onBlur={onBlur}
        nothing={<AddIt field={field} text={soughtIn(value)} values={values} take={onChange} />}
      />
      <Pick field={field} multiple={false} chosen={chosen ? [chosen] : []} values={values} take={([one]) => onChange(one ?? null)} />
    </span>
  );
}

function EditEntities({ id, field, value, onChange, onBlur, required, invalid, describedBy, values }: EditProps) {
  const { t, label } = useText();
  const host = useFieldHost();
  const chosen = asEntities(value);
  return (
    <span className={css.joined}>
      <Lookup
        id={id}
        size="large"
        {...(host.pick ? { suffixIcon: null } : {})}
        multiple
        chosen={chosen}
        text={soughtIn(value)}
        search={(keyword) => host.search(field, keyword, values())}
        placeholder={label(field, 'placeholder') || t('fields.typeToSearch')}
        required={required}
        invalid={invalid}
        aria-describedby={describedBy}
        onText={(text) => onChange(seekingMore(chosen, text))}
        onTake={(row) => onChange(withRow(chosen, row))}
        onDrop={(gone) => onChange(seekingMore(withoutRow(chosen, gone), soughtIn(value)))}
        onClear={() => onChange([])}
        onBlur={onBlur}
        nothing={<AddIt field={field} text={soughtIn(value)} values={values} take={(added) => onChange(withRow(chosen, added))} />}
      />
      <Pick field={field} multiple chosen={chosen} values={values} take={onChange} />
    </span>
  );
}

const withoutRow = (chosen: readonly EntityValue[], gone: number): readonly EntityValue[] => chosen.filter(({ id }) => id !== gone);

export const entityWidget: Widget = { Read: ReadEntity, line: entityLine, Edit: EditEntity, Search: SearchLater };
export const entitiesWidget: Widget = { Read: ReadEntities, line: entitiesLine, Edit: EditEntities, Search: SearchLater, wide: true };
