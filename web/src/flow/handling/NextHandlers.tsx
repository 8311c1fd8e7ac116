import { useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Avatar } from '#web/ui/marks/Avatar.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import { foretoldResume } from '../process/resumed.ts';
import css from './NextHandlers.module.css';
import type { Next } from './next.ts';
import { foretold } from './outcome.ts';
import { type Naming, SignerPicker } from './SignerPicker.tsx';

interface NextHandlersProps {
  next: Next;
  /** name of the step that follows */
  step: string;
  /** names of those on the way that nobody needs to sign */
  skipped: readonly string[];
  /** the decision that leads there */
  primary: string;
  /** the rule of the signing now */
  rule: string | undefined;
  /** what choices demand beside an opinion */
  asked: readonly string[];
  /** where the other ways forward lead, and to whom */
  beside: readonly string[];
  /** what votes against would do */
  against: readonly string[];
  naming: Naming;
}

/** Who gets it next. Where others may be named the picker has a line of its own: a department's names do not fit beside the buttons. */
export function NextHandlers({ next, step, skipped, primary, rule, asked, beside, against, naming }: NextHandlersProps) {
  const texts = useText();
  const { label, listed } = texts;
  const { people } = next;
  const names = listed(people.map((each) => label(each)));
  const passed = skipped.length ? texts.t('flow.passedOver', { steps: listed(skipped) }) : '';
  const { resume } = next;
  const resumed = resume ? foretoldResume(texts, primary, step, resume) : '';
  const isStraight = resume?.off === '';
  const ways = [
    isStraight ? resumed : step && foretold(texts, primary, step, rule, next) + passed + resumed,
    ...beside,
    ...against,
    ...asked,
  ].filter(Boolean);
  const caption = <Caption ways={ways} />;
  if ((people.length === 0 || isStraight) && !next.editable) return <div className={css.next}>{caption}</div>;
  if (!next.editable)
    return (
      <div className={css.next}>
        {caption}
        <span className={css.names} title={names}>
          {people.length === 1 && <Avatar name={names} quiet size={18} />}
          <span className="ellipsis">{names}</span>
        </span>
      </div>
    );
  return (
    <div className={css.picking}>
      {caption}
      <SignerPicker next={next} naming={naming} />
    </div>
  );
}

/** How many sentences stand on a phone before they are folded, and how many letters beside the first. */
const FEW = 2;
const SHORT = 80;

/** What is said of the ways on. On a phone, where the form needs the room, the first of many alone; the others come at a press and stay. */
function Caption({ ways }: { ways: readonly string[] }) {
  const { t } = useText();
  const phone = usePhone();
  const [opened, setOpened] = useState(false);
  const isFolded = phone && !opened && (ways.length > FEW || ways.slice(1).join('').length > SHORT);
  return (
    <span className={css.caption}>
      {(isFolded ? ways.slice(0, 1) : ways).map((way) => (
        <span key={way} className={css.way}>
          {way}
        </span>
      ))}
      {isFolded && (
        <button type="button" className={css.others} onClick={() => setOpened(true)}>
          {t('flow.otherWays', { n: ways.length - 1 })}
        </button>
      )}
    </span>
  );
}
