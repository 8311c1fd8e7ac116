import type { RefObject } from 'react';
import type { ProcessRow } from '#protocol/wire/process.ts';
import type { Verdict } from '#web/flow/handling/case.ts';
import { HandlingBar } from '#web/flow/handling/HandlingBar.tsx';
import { submits } from '#web/flow/process/events.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import css from './ActionBar.module.css';
import type { Acts } from './control/use-acts.ts';
import type { FormPage } from './control/use-form-page.ts';
import { FormBar, GrantedButtons } from './FormBar.tsx';
import { NextTodo } from './NextTodo.tsx';
import { Said } from './Said.tsx';

interface ActionBarProps {
  ref: RefObject<HTMLDivElement | null>;
  page: FormPage;
  place: PageDescriptor;
  /** the log */
  rows: readonly ProcessRow[];
  acts: Acts;
  /** the page follows a decision on its record */
  isDecided: boolean;
}

/** What may be done now, at the foot of the page: the decision, what waits next after one, else the buttons of the form. */
export function ActionBar({ ref, page, place: { cloud = '', id = 0 }, rows, acts, isDecided }: ActionBarProps) {
  const { complaint } = page;
  return (
    <div ref={ref} className={css.bar} data-bar="">
      {complaint.said && <Said said={complaint.said} onClose={() => complaint.tell(null)} />}
      {isDeciding(page) ? (
        <Handling page={page} cloud={cloud} id={id} rows={rows} acts={acts} />
      ) : isDecided ? (
        <NextTodo cloud={cloud} id={id} />
      ) : (
        <FormBar page={page} acts={acts} />
      )}
    </div>
  );
}

function Handling({ page, cloud, id, rows, acts }: { page: FormPage; cloud: string; id: number } & Pick<ActionBarProps, 'rows' | 'acts'>) {
  const { todo, table, typing } = page;
  const decide = (verdict: Verdict) => page.save({ ...verdict, ...(todo ? { todo } : {}) });
  return (
    <HandlingBar
      of={{ table: table!, cloud, id, review_state: typing!.review_state, todo, behalf: typing!.turn?.behalf, rows }}
      form={{ data: page.data, isReady: () => page.isReady(true), watch: typing!.store.subscribe }}
      page={{ decide, done: acts.done, complain: page.complaint.tell, isTold: page.isTold }}
      busy={page.busy}
      {...(isTyped(page) ? { save: () => void acts.save() } : {})}
      {...(isSubmitting(page) ? { more: <GrantedButtons page={page} acts={acts} /> } : {})}
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
