import { addTexts } from '#web/i18n/catalogue.ts';
import { TOLD_EN, TOLD_ZH } from '#web/i18n/parts/told.ts';
import { useText } from '#web/i18n/use-text.ts';
import { type Look, StateMark } from '#web/ui/marks/StateMark.tsx';

addTexts(TOLD_ZH, TOLD_EN);

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
  12: 'draft',
};
const WORDS = {
  1: 'told.kindReturned',
  2: 'told.kindRefused',
  3: 'told.kindApproved',
  4: 'told.kindCancelled',
  5: 'told.kindLooked',
  6: 'told.kindUrged',
  7: 'told.kindWithdrawn',
  8: 'told.kindEscalated',
  9: 'told.kindAddress',
  10: 'told.kindLog',
  11: 'told.kindAgent',
  12: 'told.kindLink',
} as const;

/** What became of the application, or is asked of its holder. */
export function NoticeMark({ kind }: { kind: number }) {
  const { t } = useText();
  return <StateMark look={LOOKS[kind]}>{t(WORDS[kind as keyof typeof WORDS] ?? WORDS[4])}</StateMark>;
}
