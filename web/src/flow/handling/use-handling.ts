import { needsRemark } from '#protocol/rules/event.ts';
import { type Choice, choicesOf } from '../process/events.ts';
import { type Attachments, useAttachments } from './attachments.ts';
import type { HandlingOn } from './case.ts';
import { type Limiting, useLimit } from './demands/use-limit.ts';
import type { Next } from './next.ts';
import type { Naming } from './SignerPicker.tsx';
import { type Deciding, useDeciding } from './use-deciding.ts';
import { useNaming } from './use-naming.ts';
import { useOpinion } from './use-opinion.ts';
import { type OtherWay, useWay } from './use-way.ts';

export interface Handling extends Omit<Deciding, 'rewritten'> {
  choices: readonly Choice[];
  /** the way forward */
  primary: Choice | undefined;
  /** where it leads as the form stands */
  next: Next | null;
  /** where the other ways forward lead, of those that are open */
  others: readonly OtherWay[];
  naming: Naming;
  remark: string;
  attachments: Attachments;
  limit: Limiting;
  write(remark: string): void;
  /** whether a choice asks for an opinion, as far as that is known */
  needs(choice: Choice): boolean;
}

/** What the handling bar decides; HandlingBar only draws it (FLOW-02). */
export function useHandling(on: HandlingOn): Handling {
  const { table, cloud, id, review_state, todo } = on.of;
  // what is not saved yet cannot be cancelled or returned
  const choices = choicesOf(table, review_state).filter((choice) => id > 0 || choice.kind === 'forward');
  const forward = choices.filter((choice) => choice.kind === 'forward');
  const [primary] = forward;
  const opinion = useOpinion(cloud, id, todo);
  const attach: typeof opinion.attach = (files) => {
    // what was said of a file that is missing or on its way is over
    on.page.complain(null);
    opinion.attach(files);
  };
  const attachments = useAttachments({ cloud, id, files: opinion.files, put: attach });
  const naming = useNaming();
  const way = useWay(on, forward);
  const { next, others } = way;
  const limit = useLimit({ of: on.of, choices, primary, next, opinion, attempts: on.page.attempts });
  const { rewritten, ...deciding } = useDeciding({ ...on, primary, opinion, attachments, limit, naming, way });
  const choose: Naming['choose'] = (ids) => {
    on.page.complain(null);
    if (next) opinion.choose(next, ids);
  };
  return {
    ...{ choices, primary, next, others, remark: opinion.remark, attachments, limit, ...deciding },
    needs: (choice) => (choice === primary && next ? next.needsRemark : needsRemark(choice.event)),
    naming: { ...naming, chosen: opinion.chosenFor(next), choose },
    write: (typed) => {
      opinion.write(typed);
      rewritten();
    },
  };
}
