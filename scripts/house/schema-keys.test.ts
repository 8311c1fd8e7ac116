import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Shape, SUPPORTED } from '#protocol/check/supported.ts';
import { fieldDef } from '#protocol/meta/field.ts';
import { actionDef, eventDef, stateDef } from '#protocol/meta/flow.ts';
import { chartPlaceDef, reportChartDef } from '#protocol/meta/report/chart.ts';
import { reportDef, reportMeasureDef, reportSourceDef, reportTargetDef } from '#protocol/meta/report.ts';
import { subtableDef, tableDef } from '#protocol/meta/table.ts';

const SHAPES: Record<Shape, { shape: object }> = {
  table: tableDef,
  field: fieldDef,
  subtable: subtableDef,
  state: stateDef,
  action: actionDef,
  event: eventDef,
  report: reportDef,
  source: reportSourceDef,
  target: reportTargetDef,
  measure: reportMeasureDef,
  chart: reportChartDef,
  place: chartPlaceDef,
};

/** The test that shows what a key does: file, title, keys as `shape.key`. */
const PROVEN: readonly [file: string, title: string, keys: string][] = [
  ['e2e/administration/duties.spec.ts', 'an administrator writes a rule, is warned', 'table.remark table.remark_en'],
  ['protocol/src/check/steps/actions.test.ts', 'and nothing is run on a view', 'table.storage'],
  ['web/src/pages/amounts.test.tsx', 'an amount in a hint is one of the record too', 'field.hint_en'],
  ['protocol/src/check/check.test.ts', 'sub-table uids', 'subtable.uid'],
  ['server/src/call/check-code.test.ts', 'META-01 of several records one file is given', 'action.preview'],
  [
    'server/src/meta/sync/apply.test.ts',
    'a renamed field and a renamed table keep their rows',
    'table.uid table.table_name table.fields field.uid field.field_name field.data_type',
  ],
  ['server/src/meta/sync/apply.test.ts', 'a name is taken once in a company, and free again', 'field.unique table.tenancy'],
  [
    'server/src/ops/app/find.test.ts',
    'people are found by everybody, by name, number and the first letters of its reading',
    'field.initials',
  ],
  ['server/src/records/save/bulk.test.ts', 'each is saved as by Modify', 'field.batch'],
  ['server/src/call/call.test.ts', 'it is done once by each record, with what the definition tells it', 'action.code action.action_param'],
  [
    'web/src/pages/form/adding/begun-by.test.ts',
    'META-01 what a record is begun with by an action of another',
    'action.pfield action.extra',
  ],
  ['protocol/src/rules/action-address.test.ts', 'values stand in it encoded; of references and choices the id, or the name', 'action.url'],
  ['protocol/src/check/list/shown.test.ts', 'is no column, is not read with the rows', 'field.expand'],
  ['web/src/fields/preview/in-place.test.tsx', 'is the first that a browser shows', 'field.preview'],
  ['web/src/fields/search/several.test.tsx', 'several where nothing is said and by MULTIPLE, one by AUTO', 'field.SearchShow'],
  ['web/src/pages/list/cells/state/sheet.test.ts', 'only what the definition opens is typed in', 'field.editable'],
  ['server/src/meta/sync/summaries.test.ts', 'are what the rows are after each of random writes', 'table.summaries'],
  ['server/src/records/row/rules.test.ts', 'is refused in its own words, at the first field that may be changed', 'table.rules'],
  ['server/src/meta/sync/serve.test.ts', 'META-01 indexes serve the statements of lists', 'field.index table.order field.search'],
  [
    'protocol/src/check/check.test.ts',
    'the English text is missing',
    'field.unit field.unit_en field.key_name field.key_name_en table.key_name table.key_name_en',
  ],
  [
    'protocol/src/check/check.test.ts',
    'META-01 references of a table',
    'table.type table.parent_field table.permission table.owner_field table.unique table.row_where table.write_back subtable.table_name subtable.parent_field',
  ],
  ['server/src/ops/flow/own-waits.test.ts', 'what waits for somebody and what he is told is his', 'table.everyone'],
  ['server/src/ops/app/views.test.ts', 'B22 a department’s is its people’s to have and to change', 'table.everyone_scopes'],
  ['protocol/src/check/check.test.ts', 'event ids', 'event.id event.uid state.uid action.uid'],
  ['protocol/src/fields/fields.test.ts', 'FIELD-02 precision may be written n,m or n.m', 'field.length'],
  ['protocol/src/fields/fields.test.ts', 'FORM-07 bounds are exact', 'field.min field.max'],
  ['protocol/src/fields/fields.test.ts', 'FIELD-02 a reader sees groups of three', 'field.format'],
  ['protocol/src/fields/fields.test.ts', 'FIELD-04 names are shown in the language of the reader', 'field.items'],
  ['protocol/src/rules/calc/calc.test.ts', 'calculated fields read each other in order', 'field.calc'],
  ['protocol/src/rules/form/form.test.ts', 'defvalue: literals, the user, the day', 'field.defvalue'],
  ['protocol/src/rules/form/form.test.ts', 'fetch copies the chosen record', 'field.fetch field.source'],
  ['server/src/records/save/follow/followed.test.ts', 'a target that is not brought is written', 'field.onchange'],
  ['server/src/records/save/follow/followed.test.ts', 'what is not brought and empty is filled', 'table.onload'],
  ['server/src/records/save/follow/followed.test.ts', 'rows that are added, changed and taken away write', 'subtable.onchange'],
  ['protocol/src/check/said.test.ts', 'each bound by itself; 0 is a word of its own', 'table.min table.max'],
  ['protocol/src/check/said.test.ts', 'may say %s, and nothing else', 'field.value_type'],
  ['protocol/src/rules/form/form.test.ts', 'A13 query binds a value whole', 'field.query'],
  [
    'protocol/src/rules/form/form.test.ts',
    'edit_state in Add and Modify; state 0 is read as 1; else readonly decides',
    'field.edit_state field.readonly',
  ],
  [
    'protocol/src/rules/form/form.test.ts',
    'auto-filled, calculated, numbered, audit and heading fields never are',
    'field.auto_fill field.number',
  ],
  [
    'protocol/src/rules/form/form.test.ts',
    'view_state and view_where hide a field',
    'field.view_state field.view_where field.edit_where field.hidden',
  ],
  ['protocol/src/rules/form/form.test.ts', 'required are only fields one can fill', 'field.notnull field.need_where'],
  [
    'protocol/src/rules/form/form.test.ts',
    'SUB-02 editable only in state 1 under flow, or per edit_state; visible per view_state',
    'subtable.readonly subtable.view_state subtable.edit_state subtable.hidden table.subtables',
  ],
  [
    'protocol/src/rules/form/form.test.ts',
    'SUB-01 rows that live on their own are bound and unbound',
    'subtable.inherit action.valid_state',
  ],
  ['protocol/src/rules/form/form.test.ts', 'SUB-03 rows must add up exactly to the parent', 'subtable.check'],
  ['web/src/pages/form/state/sections.test.ts', 'rows stand in the section of the heading that they name', 'subtable.under'],
  ['protocol/src/rules/form/form.test.ts', 'rowsTooFew', 'subtable.min subtable.max'],
  [
    'protocol/src/rules/actions.test.ts',
    'tables without flow use state 1 for everyone',
    'table.flow table.states state.value state.actions',
  ],
  ['protocol/src/rules/actions.test.ts', 'handle process is offered beyond state 1', 'table.oplog'],
  [
    'server/src/records/read/attached/attachments.test.ts',
    'those of its fields and of the rows that go with it, the last first, with who and when',
    'table.attach',
  ],
  ['server/src/ops/flow/readers.test.ts', 'says who opened it, first and last, and how often', 'table.readlog'],
  ['protocol/src/rules/actions.test.ts', 'an action needs its right and its condition', 'action.op action.where'],
  [
    'web/src/pages/list/list.test.ts',
    'titles, hidden and list_hidden fields are no columns; frozen ones stand first',
    'field.list_hidden field.frozen field.list_width',
  ],
  ['web/src/pages/list/list.test.ts', 'where the table says how many stand beside each other', 'table.search_column'],
  ['web/src/pages/list/list.test.ts', 'LIST-11 offers what its table says', 'table.page_sizes'],
  ['web/src/pages/list/pager.test.tsx', 'what has fewer rows than the smallest page', 'table.page_hide'],
  ['web/src/fields/wide.test.ts', 'a name whose field says its width', 'field.width'],
  ['web/src/pages/list/list.test.ts', 'styles by value of a field, the first rule that holds', 'table.styles'],
  ['server/src/ops/app/english.test.ts', 'is answered beside key_name', 'table.english_name'],
  ['server/src/ops/app/english.test.ts', 'a text that says what it is in English brings that along', 'field.english'],
  ['server/src/access/menus.test.ts', 'what an entry may open is offered by name, module and code', 'field.offers'],
  ['server/src/ops/app/currency.test.ts', 'a to-do of another domain, opened from here', 'field.money'],
  ['web/src/pages/list/list.test.ts', 'a button takes 16 a character, 30 around and 20 for an icon', 'action.icon'],
  ['e2e/forms/tabs.spec.ts', 'each with its own rows, toolbar and address', 'table.tabs'],
  ['protocol/src/check/pages/tabs.test.ts', 'is one of this product, with values of the record', 'subtable.url'],
  ['protocol/src/check/pages/tabs.test.ts', 'stand beside the form where the table has tabs', 'subtable.inline'],
  ['e2e/administration/beside.spec.ts', 'a record stands beside its list', 'table.drawer'],
  ['web/src/pages/group/groups.test.ts', 'all first, each value in its order with what it has', 'table.group'],
  ['server/src/ops/app/rights.test.ts', 'its column, its sum and its group are not there', 'field.stat'],
  [
    'server/src/flow/soundness/check.test.ts',
    'a table without flow is not looked at',
    'table.assert state.handler state.sign state.end event.next_state event.back_state event.where event.need_fields action.events',
  ],
  ['server/src/flow/kernel/resume/resume.test.ts', 'the applicant’s next submission leads to that step and person', 'event.resume'],
  ['server/src/records/save/sight/twins.test.ts', 'rows go by the name of their sub-table', 'subtable.name'],
  ['server/src/records/save/sight/narrowed.test.ts', 'the form shows, counts and bounds those rows alone', 'subtable.query'],
  ['server/src/call/deed.test.ts', 'it is done once, by who decides, upon the record as it is decided', 'event.action'],
  ['server/src/flow/kernel/decide-demand.test.ts', 'a file that each signer attaches', 'event.need_attach'],
  ['protocol/src/check/steps/timeouts.test.ts', 'a promised step may be refused, or go back, by the clock', 'state.timeout'],
  ['server/src/flow/kernel/repeats.test.ts', 'is not asked at the next step; the row says why, and nobody has acted', 'table.dedupe'],
  [
    'server/src/flow/kernel/commands/acts.test.ts',
    'what a step says of itself wins over its table',
    'table.relay table.assign table.add_sign table.copy table.revoke action.relay action.assign action.add_sign',
  ],
  ['server/src/flow/kernel/decide.test.ts', 'need_remark', 'event.need_remark event.urgent'],
  ['protocol/src/rules/signer.test.ts', 'his who signs as one of the roles', 'field.edit_by'],
  ['protocol/src/rules/signer.test.ts', 'rows of a sub-table likewise', 'subtable.edit_by'],
  [
    'server/src/flow/kernel/named.test.ts',
    'others beside them only where the event says add',
    'event.add event.pick event.least event.need_handler',
  ],
  [
    'server/src/records/report/random.test.ts',
    'every line of every level is what is counted of his own rows, text for text',
    'report.sources report.targets report.indexs report.searchs source.name source.cloud source.where target.name target.fields target.type target.periods target.bands target.sub measure.name measure.of measure.field measure.where',
  ],
  [
    'server/src/records/report/pivot.test.ts',
    'every cell, subtotal and total of both axes is what is counted of his own rows, text for text',
    'target.axis',
  ],
  [
    'server/src/records/report/tree.test.ts',
    'each line is what is counted of his own rows, and what its list shows; lists part the rows',
    'target.tier',
  ],
  ['server/src/records/report/several.test.ts', 'each source is counted for itself', 'measure.source'],
  ['server/src/records/report/past/past.test.ts', 'Q9 as of a month by history is what was answered at its last instant', 'source.past'],
  ['protocol/src/rules/report/beside.test.ts', 'a running total is what came up to it', 'measure.run measure.until'],
  ['server/src/records/report/compare.test.ts', 'what is laid beside is the report of those days', 'report.compare target.value'],
  [
    'server/src/records/report/balance.test.ts',
    'along time each period tells its own, what stands above it the last one',
    'measure.last measure.times',
  ],
  ['server/src/records/report/attr.test.ts', 'stand beside the name of the record, and nothing is grouped by them', 'target.attr'],
  ['server/src/records/report/attr.test.ts', 'leads to the list of another table, for who has it', 'measure.link'],
  ['protocol/src/rules/report/report.test.ts', 'what a cut list leaves out is told in one line', 'report.top report.order measure.share'],
  ['protocol/src/rules/report/report.test.ts', 'periods without rows are 0 as far as figures add up', 'target.fill measure.calc'],
  [
    'protocol/src/check/report/report.test.ts',
    'a report name and a uid stand once in the house',
    'report.uid report.report_name report.type report.key_name report.key_name_en',
  ],
  [
    'web/src/pages/report/report.test.ts',
    'a figure is written as its field is, in parts of 100 where it says so',
    'measure.percent measure.unit measure.unit_en measure.key_name measure.key_name_en',
  ],
  ['web/src/pages/report/report.test.ts', 'a line is called by what it stands for', 'target.key_name target.key_name_en'],
  ['web/src/pages/report/report.test.ts', 'no figure of a report without drill leads anywhere', 'report.drill'],
  [
    'protocol/src/rules/report/chart.test.ts',
    'a chart is what its reader has of it',
    'report.chart chart.x chart.y chart.split chart.dash',
  ],
  ['server/src/records/report/below.test.ts', 'has what stands under that place, also without figures, and nothing else', 'chart.below'],
  [
    'server/src/records/report/map.test.ts',
    'are all of its grid from the north, with their names',
    'chart.place place.row place.col place.short place.short_en place.code',
  ],
  [
    'web/src/pages/report/chart/own/own.test.ts',
    'tells a figure as a part of another, exactly, and between which bounds it stands',
    'chart.full chart.bounds',
  ],
  ['web/src/pages/report/chart/own/own.test.ts', 'shows wholes, and between them what each has more', 'chart.steps'],
  ['web/src/pages/report/chart/series.test.ts', 'the reader switches where the report lets him', 'chart.kind chart.PIE'],
  ['server/src/flow/store/candidates.test.ts', 'where nobody but the applicant could sign', 'state.self state.empty'],
  ['protocol/src/check/steps/signers.test.ts', 'is_countersign means all', 'event.is_countersign'],
  ['web/src/actions/notice.test.ts', 'META-01 what an event announces is said below the outcome', 'event.notify'],
  ['web/src/actions/actions.test.ts', 'LIST-08 %o on %i records: %s', 'action.param'],
  ['web/src/actions/call-action.test.ts', 'LIST-08 AURL opens a page of this product as a tab, and no other address', 'action.type'],
  ['web/src/pages/list/list.test.ts', 'kinds by op, the definition before them', 'action.button'],
  ['server/src/access/elsewhere.test.ts', 'META-01 LIST-07 an action that opens another table asks the gate of that', 'action.cloud'],
  ['web/src/pages/list/list.test.ts', 'width of %o is %i', 'field.sortable'],
  [
    'web/src/pages/list/table/table.test.tsx',
    'what is marked, linked, withheld, hidden by a rule or empty is drawn as before',
    'field.ListShow',
  ],
  ['server/src/access/gate.test.ts', 'names of a public table are everybody’s in the company', 'table.public_name'],
  ['server/src/access/gate.test.ts', 'a variant shows what its condition lets through', 'table.variants'],
  ['server/src/ops/app/matrix.test.ts', 'B2 the same on generated suites', 'table.department_field'],
  ['web/src/pages/list/list.test.ts', 'a draft of mine waits for nobody; what came back to me waits for me', 'state.look'],
  ['server/src/ops/flow/migrate.test.ts', 'FLOW-01 running cases go on by a new version', 'table.version'],
  ['server/src/records/save/save.test.ts', 'a table may demand the version', 'table.strict_version'],
  [
    'web/src/pages/form/state/sections.test.ts',
    'of 24 parts a field takes as many as the columns of its table leave it',
    'table.form_column',
  ],
  ['web/src/fields/alike.test.tsx', 'what a box is to hold stands in it while it is empty', 'field.placeholder field.placeholder_en'],
  ['web/src/pages/form/content/about.test.tsx', 'what is wrong with a field stands beside its hint', 'field.hint'],
  [
    'protocol/src/check/check.test.ts',
    'the English name of a %s is missing: it is told where',
    'subtable.key_name subtable.key_name_en state.key_name state.key_name_en action.key_name action.key_name_en event.key_name event.key_name_en',
  ],
];

const refused = Object.entries(SUPPORTED.refusedKeys).flatMap(([shape, keys]) => keys.map((key) => `${shape}.${key}`));
const known = Object.entries(SHAPES).flatMap(([shape, of]) => Object.keys(of.shape).map((key) => `${shape}.${key}`));

describe('META-01 every key of a definition', () => {
  it('is refused or shown by a test; none is swallowed', () => {
    const said = [...PROVEN.flatMap(([, , keys]) => keys.split(' ')), ...refused];
    expect(said.toSorted()).toEqual(known.toSorted());
  });

  it.each(PROVEN)('%s shows: %s', (file, title) => {
    expect(existsSync(file) && readFileSync(file, 'utf8').includes(title)).toBe(true);
  });
});
