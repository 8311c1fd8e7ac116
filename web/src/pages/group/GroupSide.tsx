import { useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Input, Select } from '#web/ui/controls.ts';
import { Segments } from '#web/ui/Segments.tsx';
import { ErrorState, Outdated, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { GroupLines } from './GroupLines.tsx';
import css from './GroupSide.module.css';
import { overlaps } from './groups.ts';
import type { GroupController } from './use-group-page.ts';

/** Above this many values there is a box to look for one. */
const FEW = 12;
/** As many fields stand side by side; more are chosen from a list. */
const BESIDE = 3;

/** The values that records are grouped by, each with how many it has; which field they are of. */
export function GroupSide({ group }: { group: GroupController }) {
  const { t, label } = useText();
  const [words, setWords] = useState('');
  const { table, fields, field, groups, isTree } = group;
  const late = useLate(group.isPending);
  return (
    <aside className={isTree ? `${css.side} ${css.tree}` : css.side} aria-label={t('group.groups')}>
      <h2 className={css.head}>{label(fields.length > 1 ? table : field)}</h2>
      <FieldSwitch group={group} />
      {groups.length > FEW && (
        <Input
          className={css.search}
          allowClear
          aria-label={t('group.search', { name: label(field) })}
          placeholder={t('group.search', { name: label(field) })}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      <Outdated why={group.outdated?.remark} onRetry={group.retry} />
      {group.error ? (
        <ErrorState why={group.error.remark} onRetry={group.retry} />
      ) : group.isPending ? (
        late && <SkeletonRows rows={8} columns={[0, 40]} height={32} />
      ) : (
        <GroupLines key={field?.field_name} group={group} words={words.trim()} />
      )}
      {field && !group.isPending && overlaps(field, groups) && <p className={css.note}>{t('group.overlap', { name: label(field) })}</p>}
    </aside>
  );
}

/** By which of several fields. */
function FieldSwitch({ group: { fields, field, setField } }: { group: GroupController }) {
  const { t, label } = useText();
  if (!field || fields.length < 2) return null;
  const items = fields.map((each) => ({ key: each.field_name, label: t('group.by', { name: label(each) }) }));
  return (
    <div className={css.switch}>
      {items.length > BESIDE ? (
        <Select
          className={css.fields}
          aria-label={t('group.field')}
          value={field.field_name}
          options={items.map(({ key, label: words }) => ({ value: key, label: words }))}
          onChange={setField}
        />
      ) : (
        <Segments label={t('group.field')} items={items} active={field.field_name} onChange={setField} />
      )}
    </div>
  );
}
