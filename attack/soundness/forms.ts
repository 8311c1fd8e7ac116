import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { checkForm } from '#protocol/rules/check.ts';
import { type Form, isEditable } from '#protocol/rules/form.ts';
import type { Signer } from '#protocol/rules/signer.ts';
import { type Flow, isReject } from '#server/flow/definition.ts';

export type Data = Readonly<Record<string, string | null>>;
export const TODAY = '2026-11-21';
export const APPLICANT = 1;

/** What people may type at the steps of a flow, and what a save refuses. */
export class Forms {
  private readonly desks = new Map<string, readonly Data[]>();
  private readonly saves = new Map<string, boolean>();

  constructor(
    private readonly flow: Flow,
    private readonly table: TableDef,
    private readonly choices: (code: string) => readonly ItemDef[] | undefined,
    /** every value of every field */
    readonly all: readonly Data[],
  ) {}

  holds = (where: string, data: Data): boolean =>
    this.flow.holds(where, { data, today: TODAY, user: { id: APPLICANT, department_entity: null } });

  /** All data that somebody can make of what is there. */
  typed(step: number, data: Data, signer: Signer | undefined): readonly Data[] {
    const key = `${step} ${JSON.stringify([signer, data])}`;
    const known = this.desks.get(key) ?? this.typedFrom(step, data, signer);
    this.desks.set(key, known);
    return known;
  }

  isSaved(step: number, event: EventDef, data: Data, signer: Signer | undefined): boolean {
    const key = `${step} ${event.id} ${JSON.stringify([signer, data])}`;
    const known = this.saves.get(key) ?? this.passes(step, event, data, signer);
    this.saves.set(key, known);
    return known;
  }

  /** What the applicant may not type is as a new record has it. */
  canBegin(data: Data): boolean {
    const form = this.formAt(1, data, undefined);
    return this.table.fields.every((field) => isEditable(field, form) || data[field.field_name] === ((field.defvalue as string) ?? null));
  }

  private formAt(step: number, data: Data, signer: Signer | undefined): Form {
    const holds = (where: string) => this.holds(where, data);
    const form = { table: this.table, op: step <= 1 ? 'Modify' : 'Review', review_state: step, holds } as const;
    return signer ? { ...form, signer } : form;
  }

  private typedFrom(step: number, data: Data, signer: Signer | undefined): readonly Data[] {
    return this.all.filter((other) => {
      const form = this.formAt(step, other, signer);
      return this.table.fields.every(
        ({ field_name, ...def }) => other[field_name] === data[field_name] || isEditable({ field_name, ...def } as FieldDef, form),
      );
    });
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
