import { useState } from 'react';
import { MOST_SHORTCUTS } from '#protocol/wire/shortcut.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { useOp } from '#web/api/use-op.ts';
import { useText } from '#web/i18n/use-text.ts';
import { type MenuItem, menuLeaves } from '#web/nav/menu.ts';
import type { Module } from '#web/nav/module.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Select } from '#web/ui/controls.ts';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { ask } from '#web/ui/overlay/dialog.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import css from './ShortcutDialog.module.css';
import type { Shortcut } from './use-board.ts';

const LONG = 30 * 60_000;

interface ShortcutDialogProps {
  rows: readonly Shortcut[];
  /** the row that keeps them; without an id there is none yet */
  kept: Readonly<Record<string, unknown>>;
  onSaved(): void;
  onClose(): void;
}

type Chosen = Pick<Shortcut, 'uid' | 'key_name' | 'key_name_en'>;

/** Modules and their menus at the left, what is selected at the right (DESK-04); saved as a whole. */
export function ShortcutDialog({ rows, kept, onSaved, onClose }: ShortcutDialogProps) {
  const { t, label } = useText();
  const [chosen, setChosen] = useState<readonly Chosen[]>(rows);
  const [busy, setBusy] = useState(false);
  const add = (item: MenuItem) => {
    if (chosen.some(({ uid }) => uid === item.uid)) toast.error(t('board.already', { name: label(item) }));
    else if (chosen.length >= MOST_SHORTCUTS) toast.error(t('board.full', { n: MOST_SHORTCUTS }));
    else setChosen([...chosen, item]);
  };
  const remove = async (item: Chosen) => {
    const yes = await ask({ title: t('board.removeTitle', { name: label(item) }), ok: t('board.removeOk'), danger: true });
    if (yes) setChosen((now) => now.filter(({ uid }) => uid !== item.uid));
  };
  const save = async () => {
    setBusy(true);
    if (await keep(chosen, kept, t('board.saved'))) onClose();
    setBusy(false);
    onSaved();
  };
  return (
    <Dialog
      open
      width={640}
      title={t('board.setup')}
      onClose={onClose}
      footer={
        <>
          <Button size="medium" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="medium" kind="primary" busy={busy} onClick={() => void save()}>
            {t('board.save')}
          </Button>
        </>
      }
    >
      <div className={css.sides}>
        <Menus onAdd={add} />
        <Selected chosen={chosen} onRemove={(item) => void remove(item)} />
      </div>
    </Dialog>
  );
}

/** Saves them as the row that they are; who has changed it in another window meanwhile is told so. */
async function keep(chosen: readonly Chosen[], kept: ShortcutDialogProps['kept'], saved: string): Promise<boolean> {
  try {
    const row = { cloud: 'shortcut', content: JSON.stringify(chosen.map(({ uid }) => uid)), _rid: newRid() };
    await (kept.id === undefined ? call(ops.add, row) : call(ops.modify, { ...row, id: Number(kept.id), version: Number(kept.version) }));
    toast.done(saved);
    return true;
  } catch (error) {
    toast.error(asApiError(error).remark);
    return false;
  }
}

function Selected({ chosen, onRemove }: { chosen: readonly Chosen[]; onRemove: (item: Chosen) => void }) {
  const { t, label } = useText();
  const title = t('board.selected', { n: chosen.length });
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {chosen.length === 0 && <p>{t('board.noneSelected')}</p>}
      <ul className={css.list}>
        {chosen.map((item) => (
          <li key={item.uid}>
            <span className="ellipsis">{label(item)}</span>
            <IconButton icon="delete" label={t('board.remove', { name: label(item) })} onClick={() => onRemove(item)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What may be selected: the entries of a module's menu. */
function Menus({ onAdd }: { onAdd: (item: MenuItem) => void }) {
  const { t, label } = useText();
  const modules = (useOp(ops.loadNav, {}, { fresh: LONG }).data?.rows ?? []) as unknown as readonly Module[];
  const [asked, setAsked] = useState<string>();
  const module = asked ?? modules[0]?.code ?? '';
  const menu = useOp(ops.loadMenu, { module }, { fresh: LONG, enabled: module !== '' });
  return (
    <section aria-label={t('board.menus')}>
      <Select
        className={css.module}
        aria-label={t('board.module')}
        value={module}
        options={modules.map((one) => ({ value: one.code, label: label(one) }))}
        onChange={setAsked}
      />
      <ul className={css.list}>
        {menuLeaves((menu.data?.rows ?? []) as unknown as readonly MenuItem[]).map(({ item }) => (
          <li key={item.uid}>
            <span className="ellipsis">{label(item)}</span>
            <IconButton icon="add" label={t('board.addOne', { name: label(item) })} onClick={() => onAdd(item)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
