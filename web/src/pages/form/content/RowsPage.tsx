import { useState } from 'react';
import type { SubtableDef } from '#protocol/meta/table.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';

interface RowsPageProps {
  def: SubtableDef;
  /** the record's table and id; of what is not saved yet (0) there is no page */
  cloud: string;
  id: number;
}

/** Leads to the page that tells more of a sub-table's rows (`url` of it), where there is one. */
export function RowsPage({ def, cloud, id }: RowsPageProps) {
  const { t, label } = useText();
  const [busy, setBusy] = useState(false);
  if (def.url === undefined || id === 0) return null;
  const open = async () => {
    setBusy(true);
    const room = await import('#web/actions/open-address.ts').catch(() => null);
    if (room) await room.openAddress({ ...def, op: 'Open', type: 'AURL' }, cloud, { id });
    else toast.error(t('ui.brokenWhy'));
    setBusy(false);
  };
  return (
    <Button className="no-print" kind="link" disabled={busy} onClick={() => void open()}>
      {t('form.rowsPage', { name: label(def) })}
    </Button>
  );
}
