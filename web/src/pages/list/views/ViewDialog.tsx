import { type FormEvent, useId, useState } from 'react';
import { COMPANY, OWN, TEAM } from '#protocol/rules/view.ts';
import type { View, ViewRange } from '#protocol/wire/view.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox, Input, Select } from '#web/ui/controls.ts';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import type { Settings } from './keep-view.ts';
import { settingsOf, type ViewsController } from './use-views.ts';
import css from './ViewDialog.module.css';

const NEW: Settings = { key_name: '', range: OWN, locked: false, is_default: false };

interface ViewDialogProps {
  it: ViewsController;
  /** null: a new one of the list as it is */
  view: View | null;
  onClose: () => void;
}

/** What a view is called and whom it is for; whether it is locked, and what the list opens with. */
export function ViewDialog({ it, view, onClose }: ViewDialogProps) {
  const { t } = useText();
  const id = useId();
  const [set, change] = useState<Settings>(() => (view ? settingsOf(view) : NEW));
  const [fault, setFault] = useState<string | null>(null);
  const owns = view === null || view.owns === 1;
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    const key_name = set.key_name.trim();
    const why = key_name === '' ? t('views.nameNeeded') : await it.keep(view, { ...set, key_name });
    if (why === null) onClose();
    else setFault(why);
  };
  return (
    <Dialog
      open
      title={t(view ? 'views.editTitle' : 'views.newTitle')}
      onClose={onClose}
      footer={<Foot it={it} view={view} onClose={onClose} onSave={() => void save()} />}
    >
      <form onSubmit={(event) => void save(event)}>
        <div className={css.field}>
          <label htmlFor={id}>{t('views.name')}</label>
          <Input
            id={id}
            data-begins=""
            size="large"
            maxLength={60}
            value={set.key_name}
            status={fault ? 'error' : ''}
            onChange={({ target }) => {
              setFault(null);
              change({ ...set, key_name: target.value });
            }}
          />
          {fault && (
            <p className={css.fault} role="alert">
              {fault}
            </p>
          )}
        </div>
        {view === null && <For it={it} set={set} change={change} />}
        {owns && <Checks set={set} change={change} />}
      </form>
    </Dialog>
  );
}

function Foot({ it, view, onClose, onSave }: ViewDialogProps & { onSave: () => void }) {
  const { t } = useText();
  return (
    <>
      {view?.owns === 1 && (
        <Button size="medium" kind="danger" onClick={() => void it.drop(view).then((done) => done && onClose())}>
          {t('views.delete')}
        </Button>
      )}
      <span className={css.grow} />
      <Button size="medium" onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button size="medium" kind="primary" busy={it.isBusy} onClick={onSave}>
        {t('views.save')}
      </Button>
    </>
  );
}

interface SetProps {
  set: Settings;
  change: (set: Settings) => void;
}

function Checks({ set, change }: SetProps) {
  const { t } = useText();
  return (
    <div className={css.checks}>
      {set.range === TEAM && (
        <Checkbox checked={set.locked} onChange={({ target }) => change({ ...set, locked: target.checked })}>
          {t('views.lock')}
        </Checkbox>
      )}
      <Checkbox checked={set.is_default} onChange={({ target }) => change({ ...set, is_default: target.checked })}>
        {t('views.opensWith')}
      </Checkbox>
    </div>
  );
}

/** Whom a new view is for, as far as he may keep it. */
function For({ it, set, change }: SetProps & { it: ViewsController }) {
  const { t } = useText();
  const { team, shares } = it.viewing.views;
  if (!team && !shares) return null;
  const options: { value: ViewRange; label: string }[] = [
    { value: OWN, label: t('views.forMine') },
    ...(team ? [{ value: TEAM, label: t('views.forTeam', { name: it.department }) } as const] : []),
    ...(shares ? [{ value: COMPANY, label: t('views.forCompany') } as const] : []),
  ];
  return (
    <div className={css.field}>
      <span>{t('views.for')}</span>
      <Select
        aria-label={t('views.for')}
        size="large"
        value={set.range}
        options={options}
        onChange={(range: ViewRange) => change({ ...set, range, locked: range === TEAM && set.locked })}
      />
      {set.range !== OWN && <small>{t(set.range === TEAM ? 'views.forTeamWhy' : 'views.forCompanyWhy')}</small>}
    </div>
  );
}
