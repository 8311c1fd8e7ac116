import { neededFields } from '#protocol/meta/events.ts';
import { needsRemark } from '#protocol/rules/event.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { Choice } from '../../process/events.ts';
import type { DecidingPage, SentForm } from '../case.ts';
import type { Next } from '../next.ts';
import type { useOpinion } from '../use-opinion.ts';
import type { Limiting } from './use-limit.ts';
import { useWrong } from './use-wrong.ts';

interface DemandsOn {
  form: SentForm;
  page: DecidingPage;
  opinion: ReturnType<typeof useOpinion>;
  limit: Limiting;
}

/** What a choice asks for beside the form. Each answers whether it is missing, and has said so where it is mended. */
export function useDemands({ page, form, opinion, limit }: DemandsOn) {
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
  /** where another event of the name holds, the save itself tells what that asks for */
  const lacksFields = ({ event }: Choice, going: Next | null): boolean => going?.event === event.id && form.lacks(neededFields(event));
  /** fields, a file, a limit, an opinion: all that is missing is told at once, the last of them has the keyboard */
  const lacks = (choice: Choice, going: Next | null): boolean =>
    [lacksFields(choice, going), lacksFile(choice), !limit.holds(choice, going), lacksWords(choice, going)].some(Boolean);
  return { wrong, rewritten: () => setWrong(null), lacksWords, lacks };
}
