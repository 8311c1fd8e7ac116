import { useMemo } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { formatCount } from '#web/i18n/format.ts';
import { GROUPED_EN, GROUPED_ZH } from '#web/i18n/parts/records/grouped.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import { BelowTable } from '../below/BelowTable.tsx';
import { Cards } from '../cards/Cards.tsx';
import { Pager } from '../Pager.tsx';
import { totalText } from '../state/total.ts';
import type { ListController } from '../state/use-list-page.ts';
import css from './Grouped.module.css';
import { GroupedCards } from './GroupedCards.tsx';
import { GroupedTable } from './GroupedTable.tsx';
import { type LevelField, levelsIn } from './levels.ts';
import { ALL_AT_ONCE } from './lines.ts';
import { type Groups, useGroups } from './use-groups.ts';

addTexts(GROUPED_ZH, GROUPED_EN);

/** A list in groups; without, where the address names no level that its reader has. */
export function Grouped({ list }: { list: ListController }) {
  const phone = usePhone();
  const { table, state } = list;
  const levels = useMemo(() => (table ? levelsIn(table, state.groups) : []), [table, state.groups]);
  if (levels.length > 0) return <InGroups list={list} levels={levels} />;
  return (
    <>
      {phone ? <Cards list={list} /> : <BelowTable list={list} />}
      <Pager list={list} />
    </>
  );
}

function InGroups({ list, levels }: { list: ListController; levels: readonly LevelField[] }) {
  const phone = usePhone();
  const groups = useGroups(list, levels);
  const { rows } = groups;
  const ids = rows.map(({ id, version }) => `${id}.${version}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same records are the same list
  const shown = useMemo(() => rows, [ids]);
  const grouped: ListController = { ...list, rows: shown };
  const drawn = { list: grouped, levels, groups };
  return (
    <>
      {phone ? <GroupedCards {...drawn} /> : <GroupedTable {...drawn} whole={list} />}
      <Foot list={list} groups={groups} />
    </>
  );
}

/** How many records there are in how many groups, and all of them opened or closed. */
function Foot({ list, groups }: { list: ListController; groups: Groups }) {
  const { t } = useText();
  const size = usePhone() ? 'touch' : 'small';
  const total = totalText(t, list);
  return (
    <nav className={css.foot} data-bar="" aria-label={t('grouped.title')}>
      <span aria-live="polite">{groups.count === null ? total : t('grouped.total', { total, n: formatCount(groups.count) })}</span>
      {groups.isCut && <span role="status">{t('grouped.cut', { n: formatCount(ALL_AT_ONCE) })}</span>}
      <span className={css.grow} />
      {groups.openAll && (
        <Button kind="link" size={size} onClick={groups.openAll}>
          {t('grouped.openAll')}
        </Button>
      )}
      <Button kind="link" size={size} onClick={groups.closeAll}>
        {t('grouped.closeAll')}
      </Button>
    </nav>
  );
}
