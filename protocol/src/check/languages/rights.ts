import type { FieldDef } from '#protocol/meta/field.ts';
import type { GrantDef, RoleDef, SuiteDef } from '#protocol/meta/suite.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { parseFetch } from '#protocol/rules/fetch.ts';
import { isEditable, isVisible } from '#protocol/rules/form/form.ts';
import { isSubtableEditable, isSubtableVisible } from '#protocol/rules/form/subtable.ts';
import { below, type Problem, type Report } from '../problem.ts';
import { groupOf, type Scope } from '../scope.ts';
import { isAlwaysThere } from './demanded.ts';
import { applicantsDesk, type Desk, signersDesk } from './desk.ts';

/**
 * What a form demands of a role the role can fill in: each demanded field, a row where rows are demanded, and a record to choose where one
 * must be named; and what it is given it can use. Each role is looked at alone: there may be somebody who has it and no other.
 */
export function checkRights(suite: SuiteDef, scope: Scope): Omit<Problem, 'file'>[] {
  const problems: Omit<Problem, 'file'>[] = [];
  const report: Report = (path, reason, mend) => problems.push({ path, reason, mend });
  // who is above rights is kept from nothing
  for (const role of suite.roles)
    for (const grant of role.root === 1 ? [] : role.grants)
      checkGrant({ scope, role, grant, report: below(report, `roles[${role.code}].grants[${grant.group}]`) });
  return problems;
}

interface Given {
  scope: Scope;
  role: RoleDef;
  grant: GrantDef;
  report: Report;
}

function checkGrant(given: Given): void {
  const { scope, role, grant } = given;
  if (grant.items.includes('Add')) checkAdding(given);
  for (const table of scope.group(grant.group)) {
    if (table.storage === 'view') continue;
    if (grant.items.includes('Add') && isAdded(scope, table)) checkDesk(given, table, applicantsDesk(table));
    if (!grant.items.includes('Review') || table.flow !== 1) continue;
    for (const state of table.states) {
      const desk = signersDesk(table, state, role.code);
      if (desk) checkDesk(given, table, desk);
    }
  }
}

/** Some table of the group lets who has Add add; and he may look at a record that waits for him to submit it. */
function checkAdding({ scope, grant, report }: Given): void {
  const tables = scope.group(grant.group).filter(({ storage }) => storage !== 'view');
  const added = tables.filter((table) => isAdded(scope, table));
  if (!added.length && scope.group(grant.group).length) {
    const offer = tables.find(({ table_name }) => table_name === grant.group) ?? tables[0];
    const reason = 'Add is given, and no table of the group offers it: each Add would be refused';
    report('items', reason, `${offer ? `${offeringMend(offer)}, or ` : ''}take 'Add' out of items`);
  }
  const flowing = added.find(({ flow }) => flow === 1);
  if (flowing && !grant.items.includes('List')) {
    const reason = `Add without List: who adds a record of ${flowing.table_name} could neither open nor submit it`;
    report('items', reason, "add 'List' to items");
  }
}

function offeringMend({ uid, table_name, states }: TableDef): string {
  const action = `{ uid: '${uid}.add', op: 'Add', key_name: '新建', key_name_en: 'Add' }`;
  if (states.some(({ value }) => value === '*')) return `add ${action} to actions of states[*] of table ${table_name}`;
  const bar = `{ uid: '${uid}.toolbar', value: '*', key_name: '工具栏', key_name_en: 'Toolbar', actions: [${action}] }`;
  return `add ${bar} to states of table ${table_name}`;
}

/** Whether somebody adds records of the table for themselves: on its own page, or as rows in forms that other rights guard. */
function isAdded(scope: Scope, table: TableDef): boolean {
  const byHand = table.states.some((state) => state.value === '*' && state.actions?.some((action) => action.op === 'Add'));
  const inForms = (parent: TableDef) =>
    groupOf(parent) !== groupOf(table) && parent.subtables?.some((sub) => sub.table_name === table.table_name);
  return byHand || scope.tables().some(inForms);
}

function checkDesk(given: Given, table: TableDef, desk: Desk): void {
  for (const field of table.fields) checkField(given, table, field, desk);
  for (const field of table.fields) checkCopies(given, table, field, desk);
  for (const sub of table.subtables ?? []) {
    const child = given.scope.table(sub.table_name);
    if (!child || !isSubtableVisible(sub, desk.form) || !isSubtableEditable(sub, desk.form)) continue;
    if (isOwn(sub, child, table)) checkRows(given, table, { sub, child }, desk);
    else for (const field of child.fields) checkCell(given, child, field, { ...applicantsDesk(child), what: desk.what, who: desk.who });
  }
}

function checkCell(given: Given, child: TableDef, field: FieldDef, desk: Desk): void {
  checkField(given, child, field, desk);
  checkCopies(given, child, field, desk);
}

/** Rows that ask for rights of their own: they live on their own, or another group guards them. */
const isOwn = (sub: SubtableDef, child: TableDef, table: TableDef): boolean => sub.inherit === 0 || groupOf(child) !== groupOf(table);

function checkField(given: Given, table: TableDef, field: FieldDef, desk: Desk): void {
  const { scope, role, grant, report } = given;
  const { form } = desk;
  if (!isEditable(field, form) || !isVisible(field, form) || !desk.demands(field)) return;
  if (field.defvalue !== undefined && field.defvalue !== '') return;
  const what = `${desk.what(table)} demands ${field.field_name} (${field.key_name}) of who ${desk.who}`;
  const lock = lockOf(grant, table, field);
  if (lock && isCopied(given, table, field, desk)) return;
  const others = desk.helpers(field, role.code).map((code) => grantOf(scope, code, grant.group, ['Review']));
  if (lock && !others.some((other) => !other || !lockOf(other, table, field))) {
    const out = desk.adds
      ? `take ${lock.said} out of ${lock.key}, take Add out of items, or let the server fill it with a defvalue`
      : `take ${lock.said} out of ${lock.key}`;
    report(lock.key, `${what}, and ${lock.key} keeps this role from it`, out);
  }
  const source = lock ? undefined : scope.table(field.source ?? '');
  if (source && source.public_name !== 1 && !isListed(scope, source))
    report(
      'items',
      `${what}, and nobody may choose one: no role lists ${source.table_name}`,
      `give this role, or one that its people have too, a grant of group ${groupOf(source)} with List`,
    );
}

/** Whether the server fills the field, as the role may not: from a record that it has to choose, and that has it. */
const isCopied = ({ scope, grant }: Given, table: TableDef, { field_name }: FieldDef, { form, demands }: Desk): boolean =>
  table.fields.some((field) => {
    const from = scope.table(field.source ?? '');
    const copies = field.fetch ? (parseFetch(field.fetch) ?? []) : [];
    const chooses = isEditable(field, form) && isVisible(field, form) && demands(field) && !lockOf(grant, table, field);
    return chooses && from && copies.some(({ target, source }) => target === field_name && isAlwaysThere(scope, from, source));
  });

/** What the server copies from a chosen record is what the person may read of it: nothing, of a field that is hidden from him. */
function checkCopies({ scope, role, grant: own, report }: Given, table: TableDef, field: FieldDef, desk: Desk): void {
  const source = scope.table(field.source ?? '');
  if (!source || !field.fetch || !isEditable(field, desk.form) || lockOf(own, table, field)) return;
  const group = groupOf(source);
  for (const copy of parseFetch(field.fetch) ?? []) {
    const target = table.fields.find((one) => one.field_name === copy.target);
    const read = source.fields.find((one) => one.field_name === copy.source);
    const lock = target && lockOf(own, table, target);
    if (!target || !read || (!lock && isEditable(target, desk.form)) || !desk.demands(target)) continue;
    const open = lock ? `${lock.said} out of ${lock.key}` : `readonly out of ${target.field_name}`;
    const what = `${desk.what(table)} demands ${target.field_name} (${target.key_name}) of who ${desk.who}, ${field.field_name} copies it from ${copy.source} of ${source.table_name}`;
    const grant = role.grants.find((one) => one.group === group);
    const said = hiding(grant, source, read);
    if (said)
      report(
        'items',
        `${what}, and hide keeps this role from reading that: it would stay empty`,
        `take ${said} out of hide of group ${group} of role ${role.code}, or take ${open}`,
      );
    else if (isUnread(scope, source, read))
      report(
        'items',
        `${what}, and no role that lists ${source.table_name} reads ${copy.source} of it: it would stay empty`,
        `give this role a grant of group ${group} with List, or take ${open}`,
      );
  }
}

/** How a grant's list names a field that it hides. */
const hiding = (grant: GrantDef | undefined, { table_name }: TableDef, { field_name }: FieldDef): string | undefined =>
  grant?.hide?.find((one) => [field_name, `${table_name}.${field_name}`].includes(one));

/** Whether a record may be chosen of which no role reads the field: by its public name, or of a table that those who list it do not see whole. */
const isUnread = (scope: Scope, source: TableDef, field: FieldDef): boolean =>
  (source.public_name === 1 ? field.field_name !== 'key_name' : isListed(scope, source)) &&
  !isListed(scope, source, (grant) => hiding(grant, source, field) === undefined);

/** The list of a grant that keeps a role from writing a field, and how the list names it. */
function lockOf(grant: GrantDef, table: TableDef, { field_name }: FieldDef): { key: 'hide' | 'readonly'; said: string } | undefined {
  const names = [field_name, `${table.table_name}.${field_name}`];
  for (const key of ['hide', 'readonly'] as const) {
    const said = grant[key]?.find((one) => names.includes(one));
    if (said) return { key, said };
  }
  return undefined;
}

const grantOf = (scope: Scope, code: string, group: string, items: readonly string[]): GrantDef | undefined =>
  scope.role(code)?.grants.find((one) => one.group === group && items.every((item) => one.items.includes(item)));

/** Whether some role lists the table: what is looked up mostly is listed by a role that everybody has beside his own. */
const isListed = (scope: Scope, source: TableDef, how: (grant: GrantDef) => boolean = () => true): boolean =>
  scope.roles().some((role) => role.grants.some((one) => one.group === groupOf(source) && one.items.includes('List') && how(one)));

function checkRows(given: Given, table: TableDef, { sub, child }: { sub: SubtableDef; child: TableDef }, desk: Desk): void {
  const { scope, role, report } = given;
  const binds = sub.inherit === 0;
  const items = binds ? ['List', 'Modify'] : ['Add'];
  const may = (code: string) => grantOf(scope, code, groupOf(child), items) !== undefined;
  if (!sub.min || [role.code, ...desk.helpers(sub, role.code)].some(may)) return;
  const [rows, group] = [child.table_name, groupOf(child)];
  const given_ = `give the role a grant of group ${group} with ${binds ? 'List and Modify' : 'List, Add, Modify and Delete'}`;
  report(
    'items',
    `${desk.what(table)} demands rows of ${rows} of who ${desk.who}, and this role may not ${binds ? 'bind' : 'add'} them: ${
      binds ? 'they live on their own' : `they have a permission group of their own, ${group}`
    }`,
    binds ? given_ : `write permission: '${groupOf(table)}' in table ${rows}, or ${given_}`,
  );
}
