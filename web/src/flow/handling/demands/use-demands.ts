import { needsRemark } from '#protocol/rules/event.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { Choice } from '../../process/events.ts';
import type { DecidingPage } from '../case.ts';
import type { Next } from '../next.ts';
import type { useOpinion } from '../use-opinion.ts';
import type { Limiting } from './use-limit.ts';
import { useWrong } from './use-wrong.ts';

interface DemandsOn {
  page: DecidingPage;
  opinion: ReturnType<typeof useOpinion>;
  limit: Limiting;
}

/** What a choice asks for beside the form. Each answers whether it is missing, and has said so where it is mended. */
export function useDemands({ page, opinion, limit }: DemandsOn) {
  const { t, label } = useText();
  const [wrong, setWrong] = useWrong(page.attempts);
  /** an opinion; without `going` as the definition says */
  const lacksWords = ({ event }: Choice, going: Next | null): boolean => {
    const lacks = opinion.remark.trim() === '' && (going ? going.needsRemark : needsRemark(event));
    if (lacks) setWrong({ words: t('flow.remarkNeeded', { event: label(event) }) });
    return lacks;
  };
  const lacksFile = ({ event }: Choice): boolean => {
    const lacks = event.need_attach === 1 && opinion.files.length === 0;
    if (lacks) page.complain(t('beside.attachNeeded', { event: label(event) }));
    return lacks;
  };
  /** the first of all: an opinion, a limit, a file */
  const lacks = (choice: Choice, going: Next | null): boolean =>
    lacksWords(choice, going) || !limit.holds(choice, going) || lacksFile(choice);
  return { wrong, rewritten: () => setWrong(null), lacksWords, lacks };
}
