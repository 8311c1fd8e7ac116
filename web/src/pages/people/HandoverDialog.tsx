import { type ReactNode, useId, useMemo } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import { EditEntity } from '#web/fields/entity.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Lines } from '#web/ui/Lines.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { MUST } from '../form/content/Must.tsx';
import css from './HandoverDialog.module.css';
import type { Account } from './use-account.ts';
import { type Handover, useHandover } from './use-handover.ts';
import { type HeldRow, titleOf } from './use-held.ts';

interface HandoverDialogProps {
  user: number;
  account: Account;
  rows: readonly HeldRow[];
  onMoved(): void;
  onClose(): void;
}

/** Who can receive anything: people who are active, as everybody finds them. */
const receiverOf = (name: string) =>
  ({
    ...{ uid: 'handover.to', field_name: 'to', key_name: name, key_name_en: name },
    ...{ data_type: 'entity', source: 'user[contact]' },
  }) as FieldDef;

const NO_VALUES = () => ({});

/** To whom to-dos go, and why; those that the flow does not let go there stay in the list, each with its reason. */
export function HandoverDialog({ user, account, rows, onMoved, onClose }: HandoverDialogProps) {
  const { t, label } = useText();
  const it = useHandover(user, rows, { onMoved, onDone: onClose });
  const { left, moved, busy, send } = it;
  const tried = left.some(({ why }) => why);
  const isLate = left.every(({ late }) => late);
  return (
    <Dialog
      open
      width={600}
      title={t('people.handTitle', { name: label(account) })}
      onClose={onClose}
      footer={
        <>
          <Button size="medium" onClick={onClose}>
            {t(tried ? 'ui.close' : 'ui.cancel')}
          </Button>
          <Button size="medium" kind="primary" busy={busy} onClick={() => void send()}>
            {t('people.handN', { n: left.length })}
          </Button>
        </>
      }
    >
      <p className={css.lead} role={tried ? 'status' : undefined}>
        {tried
          ? t(isLate ? 'people.handLate' : moved > 0 ? 'people.handLeft' : 'people.handNone', { moved, n: left.length })
          : t('people.handWhat')}
      </p>
      <ul className={css.rows}>
        {left.map(({ id, row, why }) => (
          <li key={id}>
            <span className="ellipsis">{titleOf(row, { t, label })}</span>
            <small>{[label(row.table), label(row.step)].join(' · ')}</small>
            {why && <em>{why}</em>}
          </li>
        ))}
      </ul>
      <Form {...it} />
    </Dialog>
  );
}

function Form({ to, choose, remark, write, wrong }: Pick<Handover, 'to' | 'choose' | 'remark' | 'write' | 'wrong'>) {
  const { t, locale } = useText();
  const id = useId();
  const name = t('people.receiver');
  const receiver = useMemo(() => receiverOf(name), [name]);
  return (
    <>
      <Line id={`${id}to`} name={name} wrong={wrong.to}>
        <EditEntity
          id={`${id}to`}
          field={receiver}
          value={to}
          onChange={choose}
          onBlur={() => undefined}
          locale={locale}
          required
          invalid={wrong.to !== undefined}
          describedBy={`${id}to-wrong`}
          values={NO_VALUES}
          cloud="user"
          rowid={0}
        />
      </Line>
      <Line id={`${id}why`} name={t('people.reason')} wrong={wrong.remark}>
        <Lines
          id={`${id}why`}
          size="large"
          least={2}
          most={5}
          value={remark}
          placeholder={t('people.reasonHint')}
          aria-required
          aria-invalid={wrong.remark !== undefined}
          aria-describedby={`${id}why-wrong`}
          status={wrong.remark === undefined ? '' : 'error'}
          onChange={(event) => write(event.target.value)}
        />
      </Line>
      {wrong.all && (
        <p className={css.wrong} role="alert">
          {wrong.all}
        </p>
      )}
    </>
  );
}

function Line({ id, name, wrong, children }: { id: string; name: string; wrong: string | undefined; children: ReactNode }) {
  return (
    <div className={css.line}>
      <label htmlFor={id}>
        {name}
        {MUST}
      </label>
      {children}
      <div className={css.wrong} id={`${id}-wrong`} role="alert">
        {wrong}
      </div>
    </div>
  );
}
