import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { useText } from '#web/i18n/use-text.ts';

export interface SystemMessage {
  id: number;
  /** titles are data, in Chinese; '' in English */
  title: string;
  text: string;
}

/** Today's system messages (FRAME-05); none where the reader may not see them. */
export function useMessages(): readonly SystemMessage[] {
  const { label, locale } = useText();
  const answer = useOp(
    ops.list,
    { cloud: 'message[web]', fields: 'key_name,remark,remark_en' },
    { fresh: 5 * 60_000, background: true, every: 10 * 60_000 },
  );
  return (answer.data?.rows ?? []).map((row) => ({
    id: Number(row.id),
    title: locale === 'zh_CN' ? label(row) : '',
    text: label(row.remark_en ? row : { remark: row.remark }, 'remark'),
  }));
}
