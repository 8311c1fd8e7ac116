import { addTexts } from '#web/i18n/catalogue.ts';
import { formatCount } from '#web/i18n/format.ts';
import { GROUP_EN, GROUP_ZH } from '#web/i18n/parts/group.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import { ListView } from '../list/ListView.tsx';
import { useListPage } from '../list/state/use-list-page.ts';
import css from './GroupPage.module.css';
import { GroupSide } from './GroupSide.tsx';
import { useGroupName } from './group-name.ts';
import { type GroupController, useGroupPage } from './use-group-page.ts';

addTexts(GROUP_ZH, GROUP_EN);

/** The records of a table by the values of a field (PAGES-04): values with counts on the left, the list of one on the right; on a phone one after the other. */
export function GroupPage({ page }: { page: PageDescriptor }) {
  const group = useGroupPage(page);
  const phone = usePhone();
  if (phone) return group.isOpen ? <Records group={group} phone /> : <GroupSide group={group} />;
  return (
    <div className={css.page}>
      {(group.fields.length > 0 || !group.table) && <GroupSide group={group} />}
      <Records group={group} phone={false} />
    </div>
  );
}

function Records({ group, phone }: { group: GroupController; phone: boolean }) {
  return (
    <div className={css.records}>
      {phone && group.fields.length > 0 && <Title group={group} phone />}
      {group.fixed && <List group={group} fixed={group.fixed} phone={phone} />}
    </div>
  );
}

function List({ group, fixed, phone }: { group: GroupController; fixed: NonNullable<GroupController['fixed']>; phone: boolean }) {
  const name = useGroupName();
  const { cloud, chosen } = group;
  const within = group.field && chosen !== 'all' ? name(group, chosen) : undefined;
  const list = useListPage({ cloud, mode: 'LIST', fixed, ...(within ? { within } : {}) });
  return <ListView list={list} {...(phone || !within ? {} : { title: <Title group={group} phone={false} /> })} />;
}

/** What the list is of; in a tree whether what lies below counts. */
function Title({ group, phone }: { group: GroupController; phone: boolean }) {
  const { t } = useText();
  const name = useGroupName();
  const { chosen, only, isTree } = group;
  const counted = group.group;
  return (
    <div className={css.title}>
      {phone && <Button kind="quiet" icon="left" aria-label={t('group.back')} title={t('group.back')} onClick={group.leave} />}
      <h1 className="ellipsis">{name(group, chosen)}</h1>
      {isTree && counted?.holds && (
        <Segments
          quiet
          label={t('group.reach')}
          active={only ? 'only' : 'below'}
          onChange={(key) => group.setOnly(key === 'only')}
          items={[
            { key: 'below', label: t('group.below'), count: formatCount(counted.num) },
            { key: 'only', label: t('group.only'), count: formatCount(counted.own) },
          ]}
        />
      )}
    </div>
  );
}
