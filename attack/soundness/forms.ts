import type { ItemDef } from '#protocol/meta/field.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { checkForm } from '#protocol/rules/form/check.ts';
import { type Form, isEditable } from '#protocol/rules/form/form.ts';
import type { Signer } from '#protocol/rules/signer.ts';
import { type Flow, isReject } from '#server/flow/definition/definition.ts';

export type Data = Readonly<Record<string, string | null>>;
export const TODAY = '2026-11-21';
export const APPLICANT = 1;

/** What somebody may make of the data that are there; one number, the same. */
export interface Desk {
  typed: readonly Data[];
  number: number;
}

/** What people may type at the steps of a flow, and what a save refuses. */
export class Forms {
  private readonly desks = new Map<string, Desk>();
  private readonly hands = new Map<string, readonly (readonly string[])[]>();
  private readonly contents = new Map<string, Desk>();
  private readonly saves = new Map<string, boolean>();
  private readonly numbers: ReadonlyMap<Data, number>;

  constructor(
    private readonly flow: Flow,
    private readonly table: TableDef,
    private readonly choices: (code: string) => readonly ItemDef[] | undefined,
    /** every value of every field */
    readonly all: readonly Data[],
  ) {
    this.numbers = new Map(all.map((data, at) => [data, at]));
  }

  /** Data by number: there is one of each. */
  numberOf = (data: Data): number => this.numbers.get(data)!;

  holds = (where: string, data: Data): boolean =>
    this.flow.holds(where, { data, today: TODAY, user: { id: APPLICANT, department_entity: null } });

  /** All data that somebody can make of what is there. */
  desk(step: number, data: Data, signer: Signer | undefined): Desk {
    const key = `${step} ${keyOf(signer)} ${this.numberOf(data)}`;
    const known = this.desks.get(key) ?? this.deskFrom(step, data, signer);
    this.desks.set(key, known);
    return known;
  }

  isSaved(step: number, event: EventDef, data: Data, signer: Signer | undefined): boolean {
    const key = `${step} ${event.id} ${keyOf(signer)} ${this.numberOf(data)}`;
    const known = this.saves.get(key) ?? this.passes(step, event, data, signer);
    this.saves.set(key, known);
    return known;
  }

  /** What the applicant may not type is as a new record has it. */
  canBegin(data: Data): boolean {
    const form = this.formAt(1, data, undefined);
    return this.table.fields.every(
      (field) => field.calc || isEditable(field, form) || data[field.field_name] === ((field.defvalue as string) ?? null),
    );
  }

  private formAt(step: number, data: Data, signer: Signer | undefined): Form {
    const holds = (where: string) => this.holds(where, data);
    const form = { table: this.table, op: step <= 1 ? 'Modify' : 'Review', review_state: step, holds } as const;
    return signer ? { ...form, signer } : form;
  }

  private deskFrom(step: number, data: Data, signer: Signer | undefined): Desk {
    const closed = this.closed(step, signer);
    const typed = this.all.filter((other, at) => closed[at]!.every((name) => other[name] === data[name]));
    const content = typed.map(this.numberOf).join();
    const desk = this.contents.get(content) ?? { typed, number: this.contents.size };
    this.contents.set(content, desk);
    return desk;
  }

  /** By number of the data that are there in the end: fields that the signer cannot have changed. */
  private closed(step: number, signer: Signer | undefined): readonly (readonly string[])[] {
    const key = `${step} ${keyOf(signer)}`;
    const known =
      this.hands.get(key) ??
      this.all.map((data) => {
        const form = this.formAt(step, data, signer);
        return this.table.fields.filter((field) => !field.calc && !isEditable(field, form)).map((field) => field.field_name);
      });
    this.hands.set(key, known);
    return known;
  }

  /** The save before the decision: what is required and asked of whoever signs, and every value in its bounds. */
  private passes(step: number, event: EventDef, data: Data, signer: Signer | undefined): boolean {
    const complete = step <= 1 ? this.flow.steps.get(event.next_state ?? 0)?.end !== 'cancel' : !isReject(this.flow, event);
    const fields = this.table.fields.map((def) => {
      const items = typeof def.items === 'string' ? this.choices(def.items) : def.items;
      return { def, ...(items ? { items } : {}) };
    });
    return checkForm(fields, this.formAt(step, data, signer), { value: (name) => data[name], today: TODAY, complete }).length === 0;
  }
}

const keyOf = (signer: Signer | undefined): string => (signer ? `${signer.roles}${signer.first}` : '');
