import { useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { matches } from '#web/nav/menu.ts';
import { Input, Radio } from '#web/ui/controls.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { useClear } from '#web/ui/use-clear.tsx';
import { Cards } from './Cards.tsx';
import { changesIn, type Draft, givenOf, nowOf, type RoleGroup, saysAnything } from './draft.ts';
import { FieldRules } from './FieldRules.tsx';
import { Flags } from './Flags.tsx';
import { Matrix } from './Matrix.tsx';
import css from './Rights.module.css';
import type { RolesController } from './use-roles.ts';

type Show = 'all' | 'given' | 'changed';

const isShown = (show: Show, group: RoleGroup, draft: Draft): boolean =>
  show === 'all' || (show === 'given' ? saysAnything(group, nowOf(group, draft)) : changesIn(givenOf(group), nowOf(group, draft)) > 0);

/** What a role is given, to be changed. */
export function Rights({ it, narrow }: { it: RolesController; narrow: boolean }) {
  const { t } = useText();
  const [words, setWords] = useState('');
  const [show, setShow] = useState<Show>('all');
  const [ruled, setRuled] = useState<string | null>(null);
  const { groups, draft } = it;
  const found = groups.filter(
    (group) =>
      isShown(show, group, draft) && matches(words, [group.name, group.name_en, group.suite_name, group.suite_name_en, group.code]),
  );
  const Grid = narrow ? Cards : Matrix;
  const group = groups.find(({ code }) => code === ruled);
  const allowClear = useClear();
  return (
    <>
      <div className={css.tools}>
        <Input
          className={css.find}
          allowClear={allowClear}
          aria-label={t('roles.findTable')}
          placeholder={t('roles.findTable')}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <Radio.Group
          optionType="button"
          value={show}
          onChange={({ target }) => setShow(target.value as Show)}
          options={[
            { value: 'all', label: t('roles.filter.all') },
            { value: 'given', label: t('roles.filter.given') },
            { value: 'changed', label: `${t('roles.filter.changed')}${it.count ? ` ${it.count}` : ''}` },
          ]}
        />
        <span className={css.grow} />
        <span className={css.legend}>
          <i aria-hidden="true" /> {t('roles.changedHere')}
        </span>
      </div>
      <div className={css.body}>
        <Flags it={it} />
        {found.length > 0 ? (
          <Grid key={`${show} ${words}`} it={it} groups={found} onRules={setRuled} />
        ) : (
          <EmptyState title={t('roles.noneShown')} />
        )}
      </div>
      {!narrow && <p className={css.note}>{t('roles.note')}</p>}
      {group && <FieldRules it={it} group={group} onClose={() => setRuled(null)} />}
    </>
  );
}
