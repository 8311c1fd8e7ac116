import { useText } from '#web/i18n/use-text.ts';
import type { Choice } from '../process/events.ts';
import type { Attachments } from './attachments.ts';
import type { Wrong } from './case.ts';
import { Words } from './Words.tsx';

interface OpinionProps {
  choices: readonly Choice[];
  needs(choice: Choice): boolean;
  value: string;
  wrong: Wrong | null;
  attachments: Attachments;
  /** the applicant's word to those who decide: no phrases of theirs */
  applies: boolean;
  onChange(value: string): void;
}

/** The opinion; it says for which choices it is required. */
export function Opinion({ choices, needs, applies, ...words }: OpinionProps) {
  const { t, label, listed } = useText();
  const needing = choices.filter(needs);
  const must = needing.length === choices.length && needing.length > 0;
  const events = listed(needing.map((choice) => label(choice.event)));
  return (
    <Words
      {...words}
      label={t('flow.remark')}
      hint={hintOf(t, applies, events, must)}
      must={must}
      phrases={applies ? [] : [t('flow.phraseAgree'), t('flow.phraseChecked')]}
    />
  );
}

/** What the empty box asks for. */
function hintOf(t: ReturnType<typeof useText>['t'], applies: boolean, events: string, always: boolean): string {
  if (always) return t('flow.remarkMust');
  if (applies) return events ? t('flow.noteFor', { events }) : t('flow.noteFree');
  return events ? t('flow.remarkFor', { events }) : t('flow.remarkFree');
}
