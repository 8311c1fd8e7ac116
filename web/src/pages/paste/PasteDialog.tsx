import type { TableDef } from '#protocol/meta/table.ts';
import { sessionState } from '#web/api/session.ts';
import { Amounts } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { PASTE_EN, PASTE_ZH } from '#web/i18n/parts/paste.ts';
import { useText } from '#web/i18n/use-text.ts';
import { useUnsaved } from '#web/nav/use-tab.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { ask } from '#web/ui/overlay/dialog.ts';
import { type BegunFor, useBegun } from '../form/control/use-begun.ts';
import css from './PasteDialog.module.css';
import { Rows } from './Rows.tsx';
import { SourceView } from './SourceView.tsx';
import { type Paste, usePaste } from './state/use-paste.ts';

addTexts(PASTE_ZH, PASTE_EN);

interface PasteDialogProps {
  cloud: string;
  table: TableDef;
  /** what each row begins with, such as the group in which they are pasted */
  begun?: BegunFor | undefined;
  onClose(): void;
}

/** Many records at once, from rows that were copied in a spreadsheet: pasted, laid on the fields, mended, and saved row by row. */
export function PasteDialog({ cloud, table, begun, onClose }: PasteDialogProps) {
  const { t, label } = useText();
  const { values: starting, isPending } = useBegun(table, begun);
  const paste = usePaste({ cloud, table, starting }, isPending, onClose);
  const rest = (paste.rows ?? paste.source.lines).length;
  const isBegun = rest > 0;
  useUnsaved(isBegun, isBegun);
  const close = async () => {
    if (paste.doing === 'saving') return paste.stop();
    if (!isBegun || (await ask(question(t('paste.leaveTitle'), t('paste.leaveBody', { n: rest }), t('paste.leaveOk'), t('paste.stay')))))
      onClose();
  };
  return (
    <Dialog
      open
      size="large"
      title={
        <>
          {t('paste.title')} <span className={css.name}>{label(table)}</span>
        </>
      }
      onClose={() => void close()}
      footer={paste.rows ? <ReviewFoot paste={paste} onClose={close} /> : <SourceFoot paste={paste} onClose={close} />}
    >
      <Amounts of={sessionState().session?.user.domain}>
        {paste.rows ? <Rows paste={paste} rows={paste.rows} cloud={cloud} /> : <SourceView paste={paste} />}
      </Amounts>
    </Dialog>
  );
}

const question = (title: string, body: string, ok: string, cancel: string) => ({ title, body, ok, cancel, danger: true });

interface FootProps {
  paste: Paste;
  onClose(): Promise<void>;
}

function SourceFoot({ paste: { source, review, doing }, onClose }: FootProps) {
  const { t } = useText();
  const n = source.lines.length;
  const isReady = n > 0 && !source.tooMany && source.columns.fields.some((name) => name !== null);
  return (
    <>
      <Button size="medium" onClick={() => void onClose()}>
        {t('ui.cancel')}
      </Button>
      <Button size="medium" kind="primary" disabled={!isReady} busy={doing !== 'nothing'} onClick={() => void review()}>
        {n > 0 ? t('paste.reviewN', { n }) : t('paste.review')}
      </Button>
    </>
  );
}

function ReviewFoot({ paste, onClose }: FootProps) {
  const { t } = useText();
  const { doing, done, wrong, back, save, stop } = paste;
  const all = paste.rows?.length ?? 0;
  const good = all - wrong.length;
  const again = async () => {
    const isSure = await ask(question(t('paste.backTitle'), t('paste.backBody'), t('paste.backOk'), t('paste.stay')));
    if (isSure) back();
  };
  const isSaving = doing === 'saving';
  const isInVain = paste.inVain > 0 && all > 0 && good === 0;
  return (
    <>
      {isSaving && (
        <span className={css.progress} role="status">
          {t('paste.saving', { n: done.saved, of: done.of })}
        </span>
      )}
      <span className={css.inVain} role="alert">
        {isInVain && t('paste.inVain', { n: all })}
      </span>
      {!isSaving && done.saved === 0 && (
        <Button size="medium" className={css.back} onClick={() => void again()}>
          {t('paste.back')}
        </Button>
      )}
      <Button size="medium" onClick={() => (isSaving ? stop() : void onClose())}>
        {t(isSaving ? 'paste.stop' : done.saved > 0 ? 'ui.close' : 'ui.cancel')}
      </Button>
      <Button size="medium" kind="primary" disabled={all === 0} busy={doing !== 'nothing'} onClick={() => void save()}>
        {wrong.length === 0 || good === 0 ? t('paste.saveN', { n: all }) : t('paste.saveGood', { n: good })}
      </Button>
    </>
  );
}
