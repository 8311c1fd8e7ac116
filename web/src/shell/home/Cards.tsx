import type { MouseEvent } from 'react';
import { Notice } from '#web/entry/Notice.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { LEADER, type Module, moduleAddress, perFlag } from '#web/nav/module.ts';
import { Icon, type IconName, isIcon } from '#web/ui/Icon.tsx';
import css from './Cards.module.css';

/** A card for each desktop permission: the installed suites describe their modules, the leadership view is described here (CAPEX-01). */
export function Cards({ modules, leads }: { modules: readonly Module[]; leads: boolean }) {
  const { t, label } = useText();
  if (modules.length === 0 && !leads) return <Notice kind="info" title={t('home.none')} text={t('home.noneWhy')} />;
  return (
    <nav className={css.cards} aria-label={t('home.choose')}>
      {perFlag(modules).map((module) => (
        <Card
          key={module.flag}
          to={moduleAddress(module.code)}
          icon={isIcon(module.icon) ? module.icon : 'folder'}
          name={label(module)}
          remark={label(module, 'remark')}
        />
      ))}
      {leads && <Card to={LEADER} icon="chart" name={t('home.leader')} remark={t('home.leaderWhat')} />}
    </nav>
  );
}

function Card({ to, icon, name, remark }: { to: string; icon: IconName; name: string; remark: string }) {
  return (
    <a className={css.card} href={to} onClick={(event) => follow(event, to)}>
      <Icon name={icon} size={24} />
      <strong>{name}</strong>
      <span>{remark}</span>
    </a>
  );
}

/** A plain click stays in this window; any other is the browser's. */
function follow(event: MouseEvent, to: string): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(to);
}
