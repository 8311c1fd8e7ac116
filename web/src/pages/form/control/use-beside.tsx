import { type ReactNode, useState } from 'react';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { asApiError } from '#web/api/error.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { type Begun, type BesideAct, type Offered, offeredOf } from '#web/flow/beside/acts.ts';
import { LazyAct } from '#web/flow/beside/LazyAct.tsx';
import type { ReplyBarProps } from '#web/flow/beside/ReplyBar.tsx';
import { questionOf, waitedFor } from '#web/flow/beside/rows.ts';
import type { Process } from '#web/flow/process/use-process.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { recordName } from '../state/record-name.ts';
import { markDecided } from './decided.ts';
import type { Acts } from './use-acts.ts';
import type { FormPage } from './use-form-page.ts';

/** What is done with a record beside deciding upon it. */
export interface Beside {
  /** the log */
  rows: readonly ProcessRow[];
  offered: readonly Offered[];
  /** whose answers the reader's decision waits for */
  waits: readonly EntityValue[];
  /** the question that he answers */
  question: ProcessRow | undefined;
  begin(act: Begun): void;
  /** what his answer needs of the page */
  replying: ReplyBarProps['page'];
  /** the dialog of what was begun */
  dialog: ReactNode;
}

/** What the reader may do beside deciding, and the page that follows: where his to-do is gone, what waits for him next. */
export function useBeside(
  page: FormPage,
  place: PageDescriptor,
  { rows, acts: states }: Pick<Process, 'rows' | 'acts'>,
  acts: Acts,
): Beside {
  const texts = useText();
  const [begun, setBegun] = useState<Begun | null>(null);
  const { cloud = '', id = 0 } = place;
  const { table, record, todo, typing } = page;
  const me = page.filler.user.id;
  const moveOn = () => {
    markDecided(cloud, id);
    acts.open('Show', 'settle');
  };
  const done = (_op: BesideAct, message: string, isGone: boolean) => {
    setBegun(null);
    toast.done(message);
    void invalidateTable(cloud);
    if (isGone) moveOn();
  };
  const on = { table: table!, cloud, id, name: recordName(record ?? {}, table, texts), todo, me, rows, done };
  return {
    rows,
    offered: offeredOf(states),
    waits: waitedFor(rows, states, me, typing?.turn?.behalf),
    question: questionOf(rows, states, me, Number(place.query?.todo) || undefined),
    begin: setBegun,
    replying: {
      complain: page.complaint.tell,
      attempts: page.complaint.watch,
      isTold: (error) => page.isTold(asApiError(error)),
      done: (message) => {
        toast.done(message);
        void invalidateTable(cloud);
        moveOn();
      },
    },
    dialog: begun && table && <LazyAct on={on} begun={begun} onClose={() => setBegun(null)} />,
  };
}
