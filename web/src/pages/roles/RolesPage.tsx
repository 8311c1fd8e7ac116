import { useState } from 'react';
import { roles as remarks } from '#protocol/texts/roles.ts';
import { addRemarks } from '#web/api/error.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { ROLES_EN, ROLES_ZH } from '#web/i18n/parts/roles.ts';
import { inBoth, useText } from '#web/i18n/use-text.ts';
import { useLabel } from '#web/nav/use-tab.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LazySheet } from '#web/ui/overlay/LazySheet.tsx';
import { EmptyState, ErrorState, Outdated, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { Changes } from './Changes.tsx';
import { CopyRole } from './CopyRole.tsx';
import { Effect } from './Effect.tsx';
import { Foot } from './Foot.tsx';
import { Members } from './Members.tsx';
import { Rights } from './Rights.tsx';
import { RoleList } from './RoleList.tsx';
import css from './RolesPage.module.css';
import { type RolesController, useRoles } from './use-roles.ts';

addTexts(ROLES_ZH, ROLES_EN);
addRemarks(remarks);

const LABEL = inBoth('roles.title');

/** Who may do what (ADMIN-01): the roles, what one of them is given, and what saving would change. */
export function RolesPage() {
  const it = useRoles();
  useLabel(LABEL, false, LABEL);
  const roomy = useMedia('(min-width: 1200px)');
  const narrow = useMedia('(max-width: 767px)');
  const late = useLate(it.isPending);
  return (
    <div className={css.page}>
      {!(narrow && (it.role || it.error)) && <RoleList it={it} />}
      <div className={narrow && !it.role && !it.error ? css.away : css.main}>
        <Outdated why={it.outdated?.remark} onRetry={it.retry} />
        {it.error ? (
          <ErrorState why={it.error.remark} onRetry={it.retry} />
        ) : it.role ? (
          <Role it={it} narrow={narrow} roomy={roomy} />
        ) : (
          <Blank it={it} late={late} />
        )}
      </div>
      {roomy && it.role && !it.role.root && (
        <aside className={css.aside}>
          <Effect it={it} />
          <Foot it={it} />
        </aside>
      )}
    </div>
  );
}

function Blank({ it, late }: { it: RolesController; late: boolean }) {
  const { t } = useText();
  if (it.isPending) return late ? <SkeletonRows rows={10} columns={[0, 90, 60, 60, 60]} /> : null;
  return <EmptyState title={t(it.roles.length ? 'roles.choose' : 'roles.none')} />;
}

function Role({ it, narrow, roomy }: { it: RolesController; narrow: boolean; roomy: boolean }) {
  const { t, label } = useText();
  const [tab, setTab] = useState<'rights' | 'members' | 'changes'>('rights');
  const [open, setOpen] = useState(false);
  const role = it.role!;
  const why = role.root ? t('roles.rootWhy') : role.own ? t('roles.ownWhy') : '';
  return (
    <>
      <header className={css.head}>
        {narrow && <Button kind="quiet" icon="left" aria-label={t('roles.roles')} title={t('roles.roles')} onClick={() => it.choose(0)} />}
        <h1>{label(role)}</h1>
        <span className={css.code}>{role.code}</span>
        <span className={css.grow} />
        {it.mayAdd && !role.root && <CopyRole it={it} />}
      </header>
      <Tabs
        label={t('roles.title')}
        active={tab}
        onChange={setTab}
        items={[
          { key: 'rights', label: t('roles.tab.rights') },
          { key: 'members', label: t('roles.tab.members'), count: it.chosen?.members },
          { key: 'changes', label: t('roles.tab.changes') },
        ]}
      />
      {it.stale && <Stale it={it} />}
      {tab === 'members' ? (
        <Members key={role.id} it={it} />
      ) : tab === 'changes' ? (
        <Changes key={role.id} it={it} />
      ) : why ? (
        <p className={css.why}>
          <Icon name="info" /> {why}
        </p>
      ) : null}
      {tab === 'rights' && !role.root && <Rights it={it} narrow={narrow} />}
      {!roomy && !role.root && (
        <>
          <Foot it={it} onEffect={() => setOpen(true)} />
          <LazySheet title={t('roles.effect')} size="72%" open={open} onClose={() => setOpen(false)}>
            <Effect it={it} bare />
          </LazySheet>
        </>
      )}
    </>
  );
}

/** Somebody else was faster: what stands now is theirs, what is marked as changed is mine. */
function Stale({ it }: { it: RolesController }) {
  const { t, label, listed } = useText();
  const { words, names } = it.stale!;
  const both = names.length > 0 && t('roles.theirs', { names: listed(names.map((group) => label(group, 'name'))) });
  return (
    <Banner icon="alert" words={[words, both]}>
      {names.length > 0 && <Button onClick={it.takeTheirs}>{t('roles.takeTheirs')}</Button>}
    </Banner>
  );
}
