import { useMemo } from 'react';
import { nameOf } from '#web/actions/run-action.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { formatCount } from '#web/i18n/format.ts';
import { TREE_EN, TREE_ZH } from '#web/i18n/parts/tree.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Select } from '#web/ui/controls.ts';
import { Segments } from '#web/ui/Segments.tsx';
import { ErrorState, Outdated, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import { SeekBox } from '../tree/Seek.tsx';
import { useReveal, useTreeView } from '../tree/state/use-tree.ts';
import { Tree } from '../tree/Tree.tsx';
import css from './GroupSide.module.css';
import { keyOf, nodeOf, overlaps, textsOf } from './groups.ts';
import type { GroupController } from './use-group-page.ts';

addTexts(TREE_ZH, TREE_EN);

/** Above this many values there is a box to look for one. */
const FEW = 12;
/** As many fields stand side by side; more are chosen from a list. */
const BESIDE = 3;

/** The values that records are grouped by, each with how many it has; which field they are of. */
export function GroupSide({ group }: { group: GroupController }) {
  const { t, label } = useText();
  const { table, fields, field, groups, isTree } = group;
  const late = useLate(group.isPending);
  return (
    <aside className={isTree ? `${css.side} ${css.tree}` : css.side} aria-label={t('group.groups')}>
      <h2 className={css.head}>{label(fields.length > 1 ? table : field)}</h2>
      <FieldSwitch group={group} />
      <Outdated why={group.outdated?.remark} onRetry={group.retry} />
      {group.error ? (
        <ErrorState why={group.error.remark} onRetry={group.retry} />
      ) : group.isPending ? (
        late && <SkeletonRows rows={8} columns={[0, 40]} height={32} />
      ) : (
        <Lines key={field?.field_name} group={group} />
      )}
      {field && !group.isPending && overlaps(field, groups) && <p className={css.note}>{t('group.overlap', { name: label(field) })}</p>}
    </aside>
  );
}

/** The tree page's tree, with how many records each value has. */
function Lines({ group: { field, groups, tree, chosen, choose } }: { group: GroupController }) {
  const { t, label } = useText();
  const phone = usePhone();
  const view = useTreeView(tree, textsOf);
  useReveal(view, nodeOf(chosen));
  const byKey = useMemo(() => new Map(groups.map((group) => [group.key, group])), [groups]);
  return (
    <>
      {groups.length > FEW && (
        <div className={css.search}>
          <SeekBox tree={view} hint={label(field)} />
        </div>
      )}
      {view.lines.length === 0 && <p className={css.nothing}>{t('group.noneFound')}</p>}
      {view.lines.length > 0 && (
        <Tree
          tree={view}
          label={t('group.groups')}
          chosen={nodeOf(chosen)}
          touch={phone}
          isOff={({ id }) => keyOf(id) === 'blind'}
          isQuiet={({ id }) => id < 0 && keyOf(id) !== 'all'}
          titleOf={({ id, row }) => (keyOf(id) === 'blind' ? t('group.blindWhy') : nameOf(row))}
          count={({ id }) => formatCount(byKey.get(keyOf(id))?.num ?? 0)}
          onChoose={({ id }) => choose(keyOf(id))}
        />
      )}
    </>
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
