import { useId, useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { matches } from '#web/nav/menu.ts';
import { Button } from '#web/ui/Button.tsx';
import { Input, Radio } from '#web/ui/controls.ts';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { useClear } from '#web/ui/use-clear.tsx';
import { hangsOn, isTried, nowOf, type RoleField, type RoleGroup, toldBy, withGroup, withRule } from './draft.ts';
import css from './FieldRules.module.css';
import type { RolesController } from './use-roles.ts';

/** Which fields of a group's tables the role does not see, or does not write. */
export function FieldRules({ it, group, onClose }: { it: RolesController; group: RoleGroup; onClose: () => void }) {
  const { t, label } = useText();
  const id = useId();
  const [words, setWords] = useState('');
  const given = nowOf(group, it.draft);
  const nameOf = (field: RoleField) => (field.table ? `${label(field, 'table')}　${label(field, 'name')}` : label(field, 'name'));
  const shown = group.fields.filter((field) => matches(words, [field.name, field.name_en, field.code]));
  const allowClear = useClear();
  return (
    <Dialog
      open
      title={t('roles.rulesOf', { name: label(group, 'name') })}
      onClose={onClose}
      footer={
        <Button size="medium" kind="primary" onClick={onClose}>
          {t('roles.done')}
        </Button>
      }
    >
      <p className={css.hint}>{t('roles.rulesHint')}</p>
      <Input
        allowClear={allowClear}
        aria-label={t('roles.findField')}
        placeholder={t('roles.findField')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <ul className={css.fields}>
        {shown.map((field) => (
          <li key={field.code} className={(given.rules[field.code] ?? 0) === field.rule ? css.field : `${css.field} ${css.changed}`}>
            <span className={css.name}>
              {nameOf(field)}
              <Told
                id={`${id}${field.code}`}
                of={toldBy(group, given.rules, field).map(nameOf)}
                hangs={hangsOn(group, given.rules, field).map(nameOf)}
                isTried={isTried(field, given.rules)}
              />
            </span>
            <Radio.Group
              aria-label={nameOf(field)}
              aria-describedby={`${id}${field.code}`}
              disabled={it.role!.own === 1}
              value={given.rules[field.code] ?? 0}
              onChange={({ target }) => it.change(withGroup(it.draft, group, withRule(given, field.code, Number(target.value))))}
              options={[
                { value: 0, label: t('roles.open') },
                { value: 1, label: t('roles.readonly') },
                { value: 2, label: t('roles.hidden') },
              ]}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** That a field is worked out from hidden ones or hangs on them, or is hidden and told by its bounds. */
function Told({ id, of, hangs, isTried: tried }: { id: string; of: readonly string[]; hangs: readonly string[]; isTried: boolean }) {
  const { t, listed } = useText();
  const said = [
    ...(tried ? [t('roles.tried')] : of.length > 0 ? [t('roles.reckoned', { names: listed(of) })] : []),
    ...(hangs.length > 0 ? [t('roles.hangs', { names: listed(hangs) })] : []),
  ];
  return said.length === 0 ? null : (
    <small id={id} className={css.told}>
      {said.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </small>
  );
}
