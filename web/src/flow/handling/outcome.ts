import { neededFields } from '#protocol/meta/events.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { stateOf } from '#protocol/rules/actions.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { DecisionOutcome, Tally } from '#protocol/wire/decision.ts';
import type { EntityValue, Envelope } from '#protocol/wire/envelope.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import type { Choice } from '../process/events.ts';

/** What a decision answers: what became of the record, where it stands, and who has it. */
export interface Outcome extends Tally {
  outcome: DecisionOutcome;
  /** the record's step now */
  state: number;
  holders: readonly EntityValue[];
}

export function outcomeOf({ data = {} }: Pick<Envelope, 'data'>): Outcome {
  return {
    outcome: data.outcome as DecisionOutcome,
    signed: Number(data.signed),
    of: Number(data.of),
    state: Number((data.review_state as { id?: number } | undefined)?.id),
    holders: (data.holders ?? []) as EntityValue[],
  };
}

type Words = Pick<Texts, 't' | 'label' | 'listed'>;

/** What did happen, from the answer of the decision itself; `event` as the button said it. */
export function told({ t, label, listed }: Words, table: TableDef, event: string, of: Outcome): string {
  const step = label(stateOf(table, of.state));
  const who = listed(of.holders.map((each) => label(each)));
  switch (of.outcome) {
    case 'waiting':
      return t('flow.didSign', { event, signed: of.signed, of: of.of });
    case 'moved':
      return t('flow.didMove', { event, step, who });
    case 'returned':
      return isFirst(of.state) ? t('flow.didReturnHome', { event, who }) : t('flow.didReturn', { event, step, who });
    case 'approved':
      return t('flow.didApprove', { event, step });
    default:
      return t('flow.didEnd', { event });
  }
}

/** Where the way forward leads, and whether this decision alone takes it there. */
export interface Forward extends Tally {
  decides: boolean;
  /** the step that follows is an end */
  end: boolean;
}

/** What the way forward will do, in words before the names of who gets it. `rule` is that of the signing now: all, any or a fraction. */
export function foretold({ t }: Words, event: string, step: string, rule: string | undefined, next: Forward): string {
  const goal = next.end ? t('flow.goalEnd', { step }) : t('flow.goalStep', { step });
  const sofar = next.of > 1 && rule !== 'any' ? t('flow.soFar', { signed: next.signed, of: next.of }) : '';
  if (next.decides) return sofar + t('flow.thenGoes', { event, goal });
  const n = passesAt(rule, next.of);
  return sofar + (n === null ? t('flow.allThenGoes', { goal }) : t('flow.someThenGoes', { event, n, goal }));
}

/** The same of a way beside the primary one, with who gets it. */
export function foretoldBeside(
  words: Words,
  event: string,
  step: string,
  rule: string | undefined,
  next: Forward & { people: readonly EntityValue[] },
): string {
  const { t, label, listed } = words;
  const way = foretold(words, event, step, rule, next);
  return next.people.length > 0 ? t('flow.wayWho', { way, who: listed(next.people.map((each) => label(each))) }) : way;
}

/** What a vote against does that is counted and goes back to the applicant, in words: nothing else says it before it is sent. */
export function foretoldAgainst({ t }: Pick<Words, 't'>, event: string, rule: string | undefined, of: number): string {
  const n = fellsAt(rule, of);
  return n === 1 ? t('flow.againstGoes', { event }) : t('flow.someAgainstGoes', { event, n });
}

/** How many against fell what `of` sign: as many as leave too few in favour. */
export const fellsAt = (rule: string | undefined, of: number): number => of - (passesAt(rule, of) ?? of) + 1;

/** How many in favour carry a fraction of `of` signers; null where all must. */
export function passesAt(rule: string | undefined, of: number): number | null {
  const [part, whole] = (rule ?? '').split('/').map(Number);
  return part && whole ? Math.ceil((of * part) / whole) : null;
}

/** What choices demand beside an opinion, in words: fields, and a file; those that demand the same at once, all ways forward without their names. */
export function askedOf({ t, label, listed }: Texts, { fields }: Pick<TableDef, 'fields'>, choices: readonly Choice[]): string[] {
  const asking = new Map<string, Choice[]>();
  for (const choice of choices) {
    const { event } = choice;
    const names = neededFields(event).map((name) => label(fields.find(({ field_name }) => field_name === name)));
    const what = listed([...names, ...(event.need_attach ? [t('beside.attach')] : [])].filter(Boolean));
    if (what) asking.set(what, [...(asking.get(what) ?? []), choice]);
  }
  const ahead = choices.filter(({ kind }) => kind === 'forward').length;
  const isAhead = (asked: readonly Choice[]) => ahead > 1 && asked.length === ahead && asked.every(({ kind }) => kind === 'forward');
  return [...asking].map(([what, asked]) =>
    isAhead(asked) ? t('beside.asksAhead', { what }) : t('beside.asks', { event: listed(asked.map(({ event }) => label(event))), what }),
  );
}
