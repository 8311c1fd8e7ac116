import { useText } from '#web/i18n/use-text.ts';
import { type Look, StateMark } from '#web/ui/marks/StateMark.tsx';

const LOOKS: Readonly<Record<number, Look>> = {
  1: 'doing',
  2: 'late',
  3: 'done',
  4: 'none',
  5: 'draft',
  6: 'doing',
  7: 'none',
  8: 'late',
  9: 'draft',
  10: 'late',
  11: 'doing',
};
const WORDS = {
  1: 'shell.kindReturned',
  2: 'shell.kindRefused',
  3: 'shell.kindApproved',
  4: 'shell.kindCancelled',
  5: 'shell.kindLooked',
  6: 'shell.kindUrged',
  7: 'shell.kindWithdrawn',
  8: 'shell.kindEscalated',
  9: 'shell.kindAddress',
  10: 'shell.kindLog',
  11: 'shell.kindAgent',
} as const;

/** What became of the application, or is asked of its holder. */
export function NoticeMark({ kind }: { kind: number }) {
  const { t } = useText();
  return <StateMark look={LOOKS[kind]}>{t(WORDS[kind as keyof typeof WORDS] ?? WORDS[4])}</StateMark>;
}
