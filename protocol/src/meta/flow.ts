import { z } from 'zod';
import { flag, identifier, named, stateList, text, uid } from './label.ts';

/** A choice at a step (engine section 3 "Event"): what the handler's button does. */
export const eventDef = z.strictObject({
  uid,
  /** unique in the table; what `_event` carries */
  id: z.number().int().positive(),
  ...named,
  /** a match condition; among events of one name the one that holds is taken */
  where: z.string().max(500).optional(),
  /** the step it leads to; 0 without back_state returns to the applicant */
  next_state: z.number().int().min(0).optional(),
  /** steps of earlier log rows that it may return to */
  back_state: stateList.optional(),
  /** of a return: direct, and who gets it sends it straight back to the step and person that returned it, where all between was passed on the same way */
  resume: z.literal('direct').optional(),
  need_remark: flag.optional(),
  /** the sender names who handles the next step: anybody where that step has no handler; where it has one, see add and pick */
  need_handler: flag.optional(),
  /** 1: the sender may name others beside those whom the next step's handler finds */
  add: flag.optional(),
  /** 1: the sender may choose among them, `least` of them at least (default 1) */
  pick: flag.optional(),
  least: z.number().int().positive().max(1000).optional(),
  is_countersign: flag.optional(),
  /** comma list of fields that must be filled */
  need_fields: z.string().max(500).optional(),
  /** 1: whoever takes it attaches a file to his opinion, at a countersign each signer one of his own */
  need_attach: flag.optional(),
  urgent: flag.optional(),
  notify: z.strictObject({ remark: text, remark_en: text, url: z.string().max(200).optional() }).optional(),
  action: z.string().max(80).optional(),
});
export type EventDef = z.infer<typeof eventDef>;

/** What a person can do in a state (engine section 3 "Action"). */
export const actionDef = z.strictObject({
  uid,
  op: z.string().regex(/^[A-Z][A-Za-z]{1,39}$/),
  ...named,
  /** MODEL opens a page, AJAX calls and shows the result; of op Open: HTTP opens an address in a window of its own, AURL one of the product's as a tab */
  type: z.enum(['MODEL', 'AJAX', 'HTTP', 'AURL']).optional(),
  /** of Open: the address, with `{field}` of the record in it, behind the host; of Add, Modify and Review: the page that follows when the tab is closed */
  url: z.string().max(300).optional(),
  /** of Call: the handler in the suite's code that does it */
  code: z.string().max(80).optional(),
  param: z.enum(['none', 'single', 'multiple']).optional(),
  events: z.array(eventDef).optional(),
  /** of a step's Review: what its holders may do beside deciding, where it is otherwise than the table says */
  relay: flag.optional(),
  assign: flag.optional(),
  add_sign: flag.optional(),
  /** `name=value` joined by &: what the handler of a Call is told, or what the address of an Open ends with, `{field}` of the record in it */
  action_param: z.string().max(300).optional(),
  pfield: identifier.optional(),
  icon: z.string().max(40).optional(),
  button: z.enum(['primary', 'default', 'warning', 'success', 'danger']).optional(),
  preview: flag.optional(),
  extra: z.string().max(300).optional(),
  valid_state: stateList.optional(),
  /** a match condition on the row */
  where: z.string().max(500).optional(),
  /** another table that the action opens */
  cloud: z.string().max(80).optional(),
});
export type ActionDef = z.infer<typeof actionDef>;

/** Who handles a step when the sender names nobody. Codes are those of roles and posts of suites; `field` may be a path of two entities. */
export const handlerDef = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('role'), code: z.string() }),
  z.strictObject({ type: z.literal('roles'), codes: z.array(z.string()).min(1) }),
  /** who has the post, whatever his roles */
  z.strictObject({ type: z.literal('post'), code: z.string() }),
  z.strictObject({ type: z.literal('user'), id: z.number().int().positive() }),
  z.strictObject({ type: z.literal('field'), field: z.string() }),
  /** the leader (`manager_entity`) of the department in `field`, else of the applicant's */
  z.strictObject({ type: z.literal('dept_leader'), field: z.string().optional() }),
]);
export type HandlerDef = z.infer<typeof handlerDef>;

/**
 * What happens when a to-do waits too long: after `hours` by the wall, or `work_hours` of the company's calendar. remind: its holder is
 * reminded; escalate: his leader is told too; assign: `to` has it instead (absent: the leader above); event: the engine takes `event` in his
 * place, which asks nothing of whoever takes it.
 */
export const timeoutDef = z.strictObject({
  hours: z.number().positive().max(8784).optional(),
  work_hours: z.number().positive().max(2000).optional(),
  do: z.enum(['remind', 'escalate', 'assign', 'event']),
  to: handlerDef.optional(),
  event: z.number().int().positive().optional(),
});
export type TimeoutDef = z.infer<typeof timeoutDef>;

/** A step of a record, or `*`, the list's toolbar. Tables without flow use '1'. */
export const stateDef = z.strictObject({
  uid,
  value: z.string().regex(/^(\*|\d{1,4})$/),
  ...named,
  look: z.enum(['plan', 'doing', 'late', 'done', 'draft', 'flow', 'none']).optional(),
  actions: z.array(actionDef).optional(),
  handler: handlerDef.optional(),
  /** any, all, seq or a fraction such as 2/3 */
  sign: z
    .string()
    .regex(/^(any|all|seq|[1-9]\d{0,2}\/[1-9]\d{0,2})$/)
    .optional(),
  timeout: timeoutDef.optional(),
  end: z.enum(['pass', 'reject', 'cancel']).optional(),
  /**
   * nobody found, or nobody for one of several roles that sign together: admin gets it, skip passes the step (or that role's part of it) over,
   * error (default) refuses the sender
   */
  empty: z.enum(['admin', 'skip', 'error']).optional(),
  /**
   * whether the applicant, and who submitted for him, sign here. 1: like everybody. Else they do not, and where nobody but they could:
   * allow lets them, skip passes the step over, up asks the leader above (default; else an administrator), admin an administrator
   */
  self: z.union([z.literal(1), z.enum(['allow', 'skip', 'up', 'admin'])]).optional(),
});
export type StateDef = z.infer<typeof stateDef>;

/** A promise about the graph that soundness check E18 proves. */
export const assertDef = z.strictObject({ before: z.number().int(), must_pass: z.number().int(), where: z.string().optional() });
export type AssertDef = z.infer<typeof assertDef>;

const written = z.record(identifier, z.union([z.string(), z.number()]));

/**
 * A number of the other record is moved by an amount, a number or `{field}`, upon what it is once that record is locked. `min`: what has to be
 * left of it, else the decision is refused; the field's own `min` holds anyway.
 */
export const reckoningDef = z.strictObject({
  add: z.union([z.string(), z.number()]).optional(),
  subtract: z.union([z.string(), z.number()]).optional(),
  min: z.number().optional(),
});
export type Reckoning = z.infer<typeof reckoningDef>;

/** What a decision writes elsewhere in the same transaction: data, not code. `{field}` is a value of the record that is decided. */
export const writeBackDef = z.strictObject({
  uid,
  /** the end state at whose entry it runs */
  state: z.number().int().optional(),
  /** instead of `state`: it runs each time that one of these events moves the record on, whatever its step */
  events: z.array(z.number().int().positive()).min(1).max(50).optional(),
  /** once for each row of this sub-table, whose fields are `{table.field}` then */
  each: identifier.optional(),
  table: identifier,
  /** Add inserts one record; Modify changes the one named by `id_field` */
  op: z.enum(['Add', 'Modify']),
  /** a field of the record, or `table.field` of the row where `each` says so */
  id_field: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]{0,58}(\.[A-Za-z][A-Za-z0-9_]{0,58})?$/, 'a field, or a field of the sub-table that each names')
    .optional(),
  values: z.record(identifier, z.union([z.string(), z.number(), reckoningDef])),
  /** field of the record that takes the new record's id */
  result_field: identifier.optional(),
  /** rows of further tables that belong to the new record */
  rows: z.array(z.strictObject({ table: identifier, parent_field: identifier, values: z.array(written) })).optional(),
});
export type WriteBackDef = z.infer<typeof writeBackDef>;
/** What it says of one field. */
export type WrittenValue = WriteBackDef['values'][string];

export const isReckoned = (value: WrittenValue): value is Reckoning => typeof value === 'object';
/** The amount of a reckoning, and whether it is taken away. */
export const amountIn = ({ add, subtract }: Reckoning): { amount: string | number; takes: boolean } => ({
  amount: add ?? subtract ?? 0,
  takes: add === undefined,
});
/** Whether an event moves something elsewhere when it moves the record on. */
export const writesBy = (backs: readonly WriteBackDef[], event: number): boolean => backs.some(({ events }) => events?.includes(event));
