import { useState } from 'react';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { takeFile } from '#web/api/take-file.ts';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import type { ReportController } from './use-report.ts';

/** All lines of the report as a spreadsheet, as it is narrowed and sorted here. */
export function TakeAway({ control }: { control: ReportController }) {
  const { t } = useText();
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      await takeFile(ops.reportExport, control.wired);
      toast.done(t('report.exported'));
    } catch (error) {
      toast.error(asApiError(error).remark);
    } finally {
      setBusy(false);
    }
  };
  const cannot = busy || control.error !== null || control.isPending || control.missing.length > 0;
  return <IconButton icon="export" label={t('report.export')} disabled={cannot} onClick={() => void take()} />;
}
