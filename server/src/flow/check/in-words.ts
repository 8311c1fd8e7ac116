import { writeExact } from '#protocol/fields/figure.ts';
import { dataType } from '#protocol/meta/data-types.ts';
import { eventsOf } from '#protocol/meta/events.ts';
import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { relatedOf, titled } from '#protocol/rules/condition/related.ts';
import { relatedField } from '../definition/definition.ts';
import type { FlowProblem } from '../soundness/problem.ts';
import type { Around } from '../soundness/space/space.ts';
import { OTHER } from '../soundness/space/values.ts';

/** In both languages; the Chinese first, as whoever asked for the flow speaks it. */
interface Words {
  zh: string;
  en: string;
}
const both = (zh: string, en: string): Words => ({ zh, en });

/** What a finding says of a step, of one of its events, and of the other of that name. */
interface Place {
  step: Words;
  event: Words;
}
/** The counter-example's data goes before; what is found goes wrong for them. */
const FOUND: Readonly<Record<string, (place: Place) => Words>> = {
  E2: ({ step }) => both(`到了${step.zh}便再也到不了通过的结束`, `from ${step.en} no passing end is ever reached`),
  E3: ({ step }) => both(`没有单据会到达${step.zh}`, `no record comes to ${step.en}`),
  E5: ({ step }) => both(`${step.zh}无人办理`, `nobody handles ${step.en}`),
  E6: ({ step, event }) => both(`${step.zh}的${event.zh}永远不成立`, `${event.en} of ${step.en} never holds`),
  E7: ({ step }) => both(`${step.zh}没有出路`, `${step.en} has no way on`),
  E8: ({ step, event }) => both(`${step.zh}有两个${event.zh}同时成立`, `two events ${event.en} of ${step.en} hold at once`),
  E10: ({ step, event }) => both(`${step.zh}的${event.zh}退到的环节不在它之前`, `${event.en} of ${step.en} does not lead back`),
  E11: ({ step, event }) => both(`${step.zh}的${event.zh}要填的内容无人可填`, `nobody can fill what ${event.en} of ${step.en} asks for`),
};

/**
 * A finding as whoever asked for the flow reads it: for which data, which step, and what goes wrong there, in Chinese and English with titles of
 * fields and choices. null for one that is no finding of that kind.
 */
export function inWords(table: TableDef, problem: FlowProblem, around: Around): string | null {
  const found = problem.rule === 'E18' ? bypassed(table, problem) : atStep(table, problem);
  if (!found) return null;
  const data = dataInWords(table, problem, around);
  const zh = data.length ? `${spaced(data.map((one) => one.zh).join('、'))}时，${found.zh}` : found.zh;
  const en = data.length ? `when ${data.map((one) => one.en).join(' and ')}, ${found.en}` : found.en;
  return `${zh} / ${en}`;
}

/** Chinese after a figure or a Latin letter stands apart from it. */
const spaced = (text: string): string => (/[0-9A-Za-z]$/.test(text) ? `${text} ` : text);

const AT = /^states\[(\d+)\](?:\.events\[(\d+)\])?$/;

function atStep(table: TableDef, { rule, path }: FlowProblem): Words | null {
  const [, step, event] = AT.exec(path) ?? [];
  const say = FOUND[rule];
  if (step === undefined || !say) return null;
  const named = eventOf(table, Number(event));
  // nobody would handle the step that the event leads to
  const at = rule === 'E5' ? (named?.next_state ?? step) : step;
  return say({ step: stepOf(table, Number(at)), event: both(`“${named?.key_name}”`, `“${named?.key_name_en}”`) });
}

/** A step that a promise says is never left out. */
function bypassed(table: TableDef, { path }: FlowProblem): Words | null {
  const promise = table.assert?.[Number(/^assert\[(\d+)\]$/.exec(path)?.[1])];
  if (!promise) return null;
  const [before, passed] = [stepOf(table, promise.before), stepOf(table, promise.must_pass)];
  return both(`不经过${passed.zh}也能到达${before.zh}`, `${before.en} is reached without ${passed.en}`);
}

function stepOf(table: TableDef, step: number): Words {
  const state = table.states.find(({ value }) => value === String(step));
  return both(`环节“${step} ${state?.key_name ?? ''}”`, `step “${step} ${state?.key_name_en ?? ''}”`);
}

const eventOf = (table: TableDef, id: number): EventDef | undefined => table.states.flatMap(eventsOf).find((one) => one.id === id);

/** Of the example those fields that the finding hangs on. */
function dataInWords(table: TableDef, { example = {}, about, exact = [] }: FlowProblem, around: Around): Words[] {
  const asked = new Set((about ?? Object.keys(example)).flatMap((name) => [name, relatedOf(name)?.by ?? name]));
  const told = Object.entries(example).filter(([name]) => asked.has(name));
  return told.flatMap(([name, value]) => {
    const field = fieldAt(table, name, around);
    // that a record is named goes without saying where a field of it is told
    const isNamed = value !== null && told.some(([other]) => relatedOf(other)?.by === name);
    return field && !isNamed ? [valueInWords(field, value, { isExact: exact.includes(name), around })] : [];
  });
}

function fieldAt(table: TableDef, name: string, { rows }: Around): FieldDef | undefined {
  if (!relatedOf(name)) return table.fields.find((one) => one.field_name === name);
  const found = relatedField(table, name, rows);
  return found && { ...found.field, ...titled(found.by, found.field) };
}

function valueInWords(field: FieldDef, value: string | null, { isExact, around }: { isExact: boolean; around: Around }): Words {
  const { key_name: zh, key_name_en: en } = field;
  if (value === null) return both(`${zh}为空`, `${en} is empty`);
  const items = typeof field.items === 'string' ? around.choices(field.items) : field.items;
  if (items) return chosen(field, items, value);
  if (field.source !== undefined) return named(field, value);
  const shown = dataType(field.data_type).shape === 'number' ? writeExact(value) : value;
  return isExact ? both(`${zh}恰为 ${shown}`, `${en} is exactly ${shown}`) : both(`${zh}例如为 ${shown}`, `${en} is for example ${shown}`);
}

const idsOf = (value: string): string[] => value.split(',').filter(Boolean);

function chosen({ key_name: zh, key_name_en: en }: FieldDef, items: readonly ItemDef[], value: string): Words {
  const found = idsOf(value).map((id) => items.find((item) => String(item.id) === id));
  return both(
    `${zh}为“${found.map((item) => item?.key_name ?? '?').join('、')}”`,
    `${en} is “${found.map((item) => item?.key_name_en ?? '?').join(', ')}”`,
  );
}

/** Records have no names when definitions are read: those that a guard names by their ids are told so, any other is another. */
function named({ key_name: zh, key_name_en: en }: FieldDef, value: string): Words {
  const ids = idsOf(value);
  return both(
    `${zh}为${ids.map((id) => (id === OTHER ? '其他记录' : `记录 ${id}`)).join('、')}`,
    `${en} is ${ids.map((id) => (id === OTHER ? 'another record' : `record ${id}`)).join(', ')}`,
  );
}
