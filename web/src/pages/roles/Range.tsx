import { useText } from '#web/i18n/use-text.ts';
import { Nothing } from '#web/ui/marks/Nothing.tsx';
import { giveable, nowOf, type RoleGroup, type RoleItem, withGroup, withItemRange, withRange } from './draft.ts';
import css from './Range.module.css';
import type { RolesController } from './use-roles.ts';

export const RANGES = ['roles.range.0', 'roles.range.1', 'roles.range.2'] as const;
/** As they stand beside a box. */
const SHORT = ['roles.short.0', 'roles.short.1'] as const;

/** Whose rows: the browser's own list, because a role has dozens of them. */
export function Range({ it, group }: { it: RolesController; group: RoleGroup }) {
  const { t, label } = useText();
  const now = nowOf(group, it.draft);
  if (now.items.length === 0) return <Nothing />;
  if (giveable(group).length === 0) return <span className={css.fixed}>{t('roles.range.0')}</span>;
  if (!group.ranged) return <span className={css.fixed}>{t('roles.range.2')}</span>;
  return (
    <select
      className={css.range}
      aria-label={t('roles.rangeOf', { name: label(group, 'name') })}
      value={now.range}
      disabled={it.role!.own === 1}
      onChange={({ target }) => it.change(withGroup(it.draft, group, withRange(now, Number(target.value))))}
    >
      {RANGES.map((key, range) => (
        <option key={key} value={range}>
          {t(key)}
        </option>
      ))}
    </select>
  );
}

interface ItemRangeProps {
  it: RolesController;
  group: RoleGroup;
  item: RoleItem;
  /** -1: reached from the box beside it */
  tabIndex?: number;
}

/** Whose rows of those of the group an item is given on: it goes by the group, or no further than a narrower range. */
export function ItemRange({ it, group, item, tabIndex }: ItemRangeProps) {
  const { t, label } = useText();
  const now = nowOf(group, it.draft);
  if (item.type !== 1 || now.range === 0 || !now.items.includes(item.code)) return null;
  const own = now.ranges[item.code];
  return (
    <span className={own === undefined ? css.follows : css.own} title={t('roles.itemRange')}>
      <span aria-hidden="true">{own === undefined ? '' : t(SHORT[own]!)}</span>
      <select
        aria-label={t('roles.itemRangeOf', { name: label(group, 'name'), item: label(item, 'name') })}
        value={own ?? ''}
        tabIndex={tabIndex}
        disabled={it.role!.own === 1}
        onChange={({ target }) => {
          const range = target.value === '' ? null : Number(target.value);
          it.change(withGroup(it.draft, group, withItemRange(now, item.code, range)));
        }}
      >
        <option value="">{t('roles.asGroup', { range: t(RANGES[now.range]!) })}</option>
        {RANGES.slice(0, now.range).map((key, range) => (
          <option key={key} value={range}>
            {t(key)}
          </option>
        ))}
      </select>
    </span>
  );
}
