import { useText } from '#web/i18n/use-text.ts';
import { Nothing } from '#web/ui/marks/Nothing.tsx';
import { nowOf, type RoleGroup, withGroup } from './draft.ts';
import css from './Range.module.css';
import type { RolesController } from './use-roles.ts';

export const RANGES = ['roles.range.0', 'roles.range.1', 'roles.range.2'] as const;

/** Whose rows: the browser's own list, because a role has dozens of them. */
export function Range({ it, group }: { it: RolesController; group: RoleGroup }) {
  const { t, label } = useText();
  const now = nowOf(group, it.draft);
  if (now.items.length === 0) return <Nothing />;
  if (!group.ranged) return <span className={css.fixed}>{t('roles.range.2')}</span>;
  return (
    <select
      className={css.range}
      aria-label={t('roles.rangeOf', { name: label(group, 'name') })}
      value={now.range}
      disabled={it.role!.own === 1}
      onChange={({ target }) => it.change(withGroup(it.draft, group, { ...now, range: Number(target.value) }))}
    >
      {RANGES.map((key, range) => (
        <option key={key} value={range}>
          {t(key)}
        </option>
      ))}
    </select>
  );
}
