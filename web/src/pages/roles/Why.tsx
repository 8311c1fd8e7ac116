import { useState } from 'react';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { Select } from '#web/ui/controls.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { useFollow } from '../use-follow.ts';
import type { RoleGroup } from './draft.ts';
import { RANGES } from './Range.tsx';
import css from './Why.module.css';

interface Props {
  person: { id: number; key_name: string; name_en?: string };
  groups: readonly RoleGroup[];
  onClose: () => void;
}
/** What RoleApi Why answers. */
interface Facts {
  allowed: 0 | 1;
  offered: 0 | 1;
  ground: 0 | 1;
  domain: 0 | 1;
  todo: 0 | 1;
  root: 0 | 1;
}
interface OfRole {
  role: { id: number; key_name: string; key_name_en?: string };
  root: 0 | 1;
  gives: 0 | 1;
  range: number;
  /** of the table; wider where the act has a range of its own */
  group_range: number;
  holds: 0 | 1;
}
type Act = 'Show' | 'Modify' | 'Delete' | 'Review';
const ACTS: readonly (readonly [Act, string])[] = [
  ['Show', 'List'],
  ['Modify', 'Modify'],
  ['Delete', 'Delete'],
  ['Review', 'Review'],
];

/** Why somebody may, or may not, do something with a record: asked of what decides it. */
export function Why({ person, groups, onClose }: Props) {
  const { t, label } = useText();
  const [cloud, setCloud] = useState<string | undefined>(undefined);
  const [record, setRecord] = useState<number | undefined>(undefined);
  const [act, setAct] = useState<Act>('Show');
  const group = groups.find((one) => one.cloud === cloud);
  const acts = ACTS.filter(([, item]) => group?.items.some(({ code }) => code === item) ?? item === 'List');
  return (
    <Dialog open title={t('roles.whyOf', { who: label({ key_name: person.key_name, key_name_en: person.name_en }) })} onClose={onClose}>
      <p className={css.hint}>{t('roles.whyHint')}</p>
      <div className={css.form}>
        <Select
          aria-label={t('roles.table')}
          placeholder={t('roles.table')}
          value={cloud}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(next: string) => {
            setCloud(next);
            setRecord(undefined);
            setAct('Show');
          }}
          options={groups.map((one) => ({ value: one.cloud, label: label(one, 'name') }))}
        />
        <RecordBox key={cloud} cloud={cloud} value={record} onChange={setRecord} />
        <Select
          aria-label={t('roles.act')}
          value={act}
          onChange={setAct}
          options={acts.map(([value, item]) => ({
            value,
            label: label(group?.items.find(({ code }) => code === item) ?? groups[0]?.items[0], 'name'),
          }))}
        />
      </div>
      {cloud !== undefined && record !== undefined && (
        <Answer
          user={person.id}
          cloud={cloud}
          id={record}
          act={act}
          word={label(
            group?.items.find(({ code }) => code === itemOf(act)),
            'name',
          )}
        />
      )}
    </Dialog>
  );
}

/** A record of the table, found by a keyword among those that the reader sees. */
function RecordBox({ cloud, value, onChange }: { cloud: string | undefined; value: number | undefined; onChange: (id: number) => void }) {
  const { t, label } = useText();
  const [words, setWords] = useState('');
  const filters = words.trim() ? { key_word: words.trim() } : {};
  const rows = useOp(ops.page, { cloud: cloud ?? '', page: 1, rows: 10, filters }, { enabled: cloud !== undefined });
  useFollow((of) => of.cloud === cloud, rows.refetch);
  return (
    <div>
      <Select
        className={css.record}
        aria-label={t('roles.record')}
        placeholder={t('roles.chooseRecord')}
        disabled={cloud === undefined}
        value={value}
        showSearch={{ filterOption: false, onSearch: setWords }}
        loading={rows.isFetching}
        onChange={onChange}
        options={(rows.data?.rows ?? []).map((row) => ({ value: row.id as number, label: label(row) || `#${row.id}` }))}
      />
      {rows.error && (
        <p className={css.fault} role="alert">
          {rows.error.remark}
        </p>
      )}
    </div>
  );
}

const itemOf = (act: Act): string => ACTS.find(([one]) => one === act)![1];

function Answer({ word, ...ask }: { user: number; cloud: string; id: number; act: Act; word: string }) {
  const texts = useText();
  const { t, label } = texts;
  const query = useOp(ops.why, ask, { fresh: 0 });
  useFollow((of) => of.cloud === ask.cloud && of.id === ask.id, query.refetch);
  if (query.error)
    return (
      <p className={css.fault} role="alert">
        {query.error.remark}
      </p>
    );
  if (!query.data) return null;
  const facts = query.data.data as unknown as Facts;
  const roles = (query.data.rows ?? []) as unknown as OfRole[];
  const may = facts.allowed === 1 && facts.offered === 1;
  return (
    <div className={css.answer} role="status">
      <p className={may ? css.may : css.mayNot}>
        <Icon name={may ? 'check' : 'close'} /> {t(may ? 'roles.may' : 'roles.mayNot', { act: word })}
      </p>
      <ul>
        {reasons(texts, facts, roles).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {!facts.root &&
          roles.map((one) => (
            <li key={one.role.id} className={one.holds ? css.holds : undefined}>
              <b>{label(one.role)}</b>　{roleWords(texts, one)}
            </li>
          ))}
      </ul>
    </div>
  );
}

function reasons({ t }: Texts, facts: Facts, roles: readonly OfRole[]): string[] {
  return [
    ...(facts.root ? [t('roles.why.root')] : []),
    ...(facts.todo ? [t('roles.why.todo')] : []),
    ...(facts.domain ? [] : [t('roles.why.domain')]),
    ...(facts.domain && !facts.ground ? [t('roles.why.ground')] : []),
    ...(facts.allowed && !facts.offered ? [t('roles.why.state')] : []),
    ...(roles.length === 0 && !facts.root ? [t('roles.why.noRoles')] : []),
  ];
}

function roleWords({ t }: Texts, { gives, range, group_range, holds }: OfRole): string {
  if (!gives) return t('roles.why.none');
  const of = { range: t(RANGES[range] ?? RANGES[2]), group: t(RANGES[group_range] ?? RANGES[2]) };
  if (!holds && range < group_range) return t('roles.why.narrower', of);
  return t(holds ? 'roles.why.holds' : 'roles.why.beyond', of);
}
