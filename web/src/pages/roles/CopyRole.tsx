import { useId, useState } from 'react';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { Acting } from '#web/entry/Acting.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Input } from '#web/ui/controls.ts';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import css from './CopyRole.module.css';
import { copyOf } from './draft.ts';
import type { RolesController } from './use-roles.ts';

const FIELDS = ['key_name', 'name_en', 'code'] as const;
const NAMES = { key_name: 'roles.name', name_en: 'roles.nameEn', code: 'roles.code' } as const;
const NOTHING = { key_name: '', name_en: '', code: '' };

/** A new role, with the rights of this one to look through and to save. */
export function CopyRole({ it }: { it: RolesController }) {
  const { t } = useText();
  const id = useId();
  const { open, setOpen, form, type, fault, busy, close, create } = useCopy(it);
  const isWhole = form.key_name.trim() !== '' && /^[a-z][a-z0-9_]{0,58}$/.test(form.code);
  return (
    <>
      <Acting>
        <Button icon="copy" onClick={() => setOpen(true)}>
          {t('roles.copy')}
        </Button>
      </Acting>
      <Dialog
        open={open}
        title={t('roles.copy')}
        onClose={close}
        footer={
          <Button size="medium" kind="primary" busy={busy} disabled={!isWhole} onClick={() => void create()}>
            {t('roles.create')}
          </Button>
        }
      >
        <p className={css.hint}>{t('roles.copyHint')}</p>
        {FIELDS.map((field) => (
          <div key={field} className={css.field}>
            <label htmlFor={`${id}${field}`}>{t(NAMES[field])}</label>
            <Input
              id={`${id}${field}`}
              size="large"
              maxLength={59}
              value={form[field]}
              onChange={({ target }) => type(field, target.value)}
            />
            {field === 'code' && <small>{t('roles.codeHint')}</small>}
          </div>
        ))}
        {fault && (
          <p className={css.fault} role="alert">
            {fault}
          </p>
        )}
      </Dialog>
    </>
  );
}

function useCopy(it: RolesController) {
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState(NOTHING);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const close = () => {
    setOpen(false);
    setForm(NOTHING);
    setFault('');
  };
  const type = (field: (typeof FIELDS)[number], value: string) => {
    setForm({ ...form, [field]: value });
    setFault('');
  };
  const create = async () => {
    setBusy(true);
    try {
      const { data } = await call(ops.add, { cloud: 'role', ...form, factor: it.role!.factor } as never);
      void invalidateTable('role');
      close();
      await it.begin(Number((data as { id: number }).id), copyOf(it.groups, it.role!.flags));
    } catch (error) {
      setFault(asApiError(error).remark);
    } finally {
      setBusy(false);
    }
  };
  return { open, setOpen, form, type, fault, busy, close, create };
}
