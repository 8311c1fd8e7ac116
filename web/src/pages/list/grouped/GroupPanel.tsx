import { useRef } from 'react';
import { isMoment, MOST_LEVELS, UNITS, type Unit } from '#protocol/meta/grouping.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Select } from '#web/ui/controls.ts';
import { usePhone } from '#web/ui/use-media.ts';
import type { ListController } from '../state/use-list-page.ts';
import { useBeginIn } from '../views/begin-in.ts';
import css from './GroupMark.module.css';
import { type LevelField, levelFields, UNIT_WORDS } from './levels.ts';

interface PanelProps {
  list: ListController;
  table: TableDef;
  levels: readonly LevelField[];
}

/** By which fields the list stands in groups, one below the other; what is chosen counts at once. */
export function GroupPanel({ list, table, levels }: PanelProps) {
  const { t } = useText();
  const phone = usePhone();
  const box = useRef<HTMLElement>(null);
  useBeginIn(box, !phone);
  const set = (at: number, text: string | null) =>
    list.dispatch({ type: 'group', groups: levels.map((level) => level.text).toSpliced(at, 1, ...(text === null ? [] : [text])) });
  return (
    <section ref={box} className={css.panel} aria-label={t('grouped.title')}>
      {!phone && <h2>{t('grouped.title')}</h2>}
      {levels.map((level, at) => (
        <LevelRow key={level.text} {...{ table, levels, at }} onSet={(text) => set(at, text)} />
      ))}
      {levels.length < MOST_LEVELS ? (
        <LevelRow key={levels.length} {...{ table, levels, at: levels.length }} onSet={(text) => text && set(levels.length, text)} />
      ) : (
        <p className={css.most}>{t('grouped.most')}</p>
      )}
    </section>
  );
}

interface LevelProps {
  table: TableDef;
  levels: readonly LevelField[];
  at: number;
  onSet: (text: string | null) => void;
}

function LevelRow({ table, levels, at, onSet }: LevelProps) {
  const { t, label } = useText();
  const level = levels[at];
  const words = t(at === 0 ? 'grouped.first' : 'grouped.next');
  const free = levelFields(table).filter(
    ({ field_name }) => !levels.some(({ field }, other) => other !== at && field.field_name === field_name),
  );
  const choose = (name: string) => {
    const field = free.find(({ field_name }) => field_name === name)!;
    onSet(isMoment(field) ? `${name}:month` : name);
  };
  return (
    <div className={css.level}>
      <span>{words}</span>
      <Select
        aria-label={words}
        showSearch={{ optionFilterProp: 'label' }}
        value={level?.field.field_name ?? null}
        placeholder={t('grouped.field')}
        options={free.map((field) => ({ value: field.field_name, label: label(field) }))}
        onChange={(name: string | null) => name !== null && choose(name)}
      />
      {level?.unit ? (
        <Select
          aria-label={t('grouped.unit', { name: label(level.field) })}
          value={level.unit}
          options={UNITS.map((unit) => ({ value: unit, label: t(UNIT_WORDS[unit]) }))}
          onChange={(unit: Unit) => onSet(`${level.field.field_name}:${unit}`)}
        />
      ) : (
        <i />
      )}
      {level ? <IconButton icon="close" label={t('grouped.remove', { name: label(level.field) })} onClick={() => onSet(null)} /> : <i />}
    </div>
  );
}
