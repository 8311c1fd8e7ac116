import type { RefObject } from 'react';
import { Acting } from '#web/entry/Acting.tsx';
import { BesideBar } from '#web/flow/beside/BesideBar.tsx';
import { ReplyBar } from '#web/flow/beside/ReplyBar.tsx';
import type { DecidingPage } from '#web/flow/handling/case.ts';
import { HandlingBar } from '#web/flow/handling/HandlingBar.tsx';
import { submits } from '#web/flow/process/events.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import css from './ActionBar.module.css';
import type { Acts } from './control/use-acts.ts';
import type { Beside } from './control/use-beside.tsx';
import type { FormPage } from './control/use-form-page.ts';
import { Duties } from './Duties.tsx';
import { Deeds, FormBar, GrantedButtons } from './FormBar.tsx';
import { NextTodo } from './NextTodo.tsx';
import { Said } from './Said.tsx';

interface ActionBarProps {
  ref: RefObject<HTMLDivElement | null>;
  page: FormPage;
  place: PageDescriptor;
  acts: Acts;
  /** what is done beside deciding */
  beside: Beside;
  /** the page follows a decision on its record */
  isDecided: boolean;
}

/** What may be done now, at the foot of the page: the decision, what waits next after one, else the buttons of the form. */
export function ActionBar({ ref, page, place: { cloud = '', id = 0 }, acts, beside, isDecided }: ActionBarProps) {
  const { complaint } = page;
  return (
    <div ref={ref} className={css.bar} data-bar="">
      {isTyped(page) && page.typing && <Duties typing={page.typing} cloud={cloud} id={id} />}
      {complaint.said && <Said said={complaint.said} onClose={() => complaint.tell(null)} />}
      {isDeciding(page) ? (
        <Acting>
          <Handling page={page} cloud={cloud} id={id} acts={acts} beside={beside} />
        </Acting>
      ) : page.op === 'Reply' && beside.question ? (
        <Acting>
          <ReplyBar cloud={cloud} id={id} me={page.filler.user.id} row={beside.question} page={beside.replying} />
        </Acting>
      ) : isDecided ? (
        <NextTodo cloud={cloud} id={id}>
          <BesideBar {...beside} />
        </NextTodo>
      ) : (
        <FormBar page={page} acts={acts} beside={beside} />
      )}
    </div>
  );
}

interface HandlingProps extends Pick<ActionBarProps, 'page' | 'acts' | 'beside'> {
  cloud: string;
  id: number;
}

function Handling({ page, cloud, id, acts, beside }: HandlingProps) {
  const { todo, table, typing } = page;
  const { rows, waits } = beside;
  const decide: DecidingPage['decide'] = (verdict, isTold) => page.save({ ...verdict, ...(todo ? { todo } : {}) }, isTold);
  return (
    <HandlingBar
      of={{ table: table!, cloud, id, review_state: typing!.review_state, todo, behalf: typing!.turn?.behalf, rows, waits }}
      form={{
        ...{ data: page.data, isReady: () => page.isReady(true), watch: typing!.store.subscribe },
        lacks: page.lacks,
        ease: () => void (page.op !== 'Show' && typing!.tell(false)),
      }}
      page={{ decide, done: acts.done, complain: page.complaint.tell, attempts: page.complaint.watch, isTold: page.isTold }}
      busy={page.busy}
      {...(isTyped(page) ? { save: () => void acts.save() } : {})}
      more={(decisions) => (
        <>
          {isSubmitting(page) && <GrantedButtons page={page} acts={acts} />}
          <Deeds page={page} acts={acts} />
          <BesideBar {...beside} decisions={decisions} />
        </>
      )}
    />
  );
}

const isTyped = ({ op }: FormPage): boolean => op === 'Add' || op === 'Modify';

const isSubmitting = ({ op, table, typing, actions }: FormPage): boolean =>
  op === 'Show' && submits(table!, typing!.review_state, actions) !== undefined;

const isDeciding = (page: FormPage): boolean =>
  page.table?.flow === 1 && (page.op === 'Review' || isSubmitting(page) || (isTyped(page) && hasEvents(page)));

const hasEvents = ({ table }: FormPage): boolean => {
  const state = table?.states.find((each) => each.value === '1');
  return (state?.actions ?? []).some((action) => (action.events?.length ?? 0) > 0);
};
