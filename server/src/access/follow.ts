import { type Follows, followTable, literal, type Renamed, type RenamedField } from '#server/meta/sync/follow.ts';

/** Rights name their group by a table, and fields that are hidden or not to be written: a rule that named nobody any more would hide nothing. */
export const accessFollows: Follows = {
  table: ({ from, to }) => {
    const group = followTable('fw.role_grant', 'group_name')({ from, to });
    return [group, ...renamed(qualifier({ from, to }), 'true', to), saidGroup({ from, to }), RAISED];
  },
  field: ({ table, group, from, to, shared }) => [
    ...renamed(member({ table, from, to, shared }), `g.group_name = ${literal(group)}`, group),
    RAISED,
  ],
  veils: ({ table, group, name }) =>
    `exists (select from fw.role_grant where group_name = ${literal(group)} and hide && array[${literal(name)}, ${literal(`${table}.${name}`)}])`,
};

/** A version of rights names one content: what is kept under it is not this. */
const RAISED = 'update fw.rights_version set version = version + 1';

/** What stands for one name of a list of fields, as an array of SQL. */
type Instead = (name: string) => string;

/** `project.price` of a table that is called otherwise now. */
const qualifier =
  ({ from, to }: Renamed): Instead =>
  (name) =>
    `case when starts_with(${name}, ${literal(from)} || '.') then array[${literal(to)} || substr(${name}, ${from.length + 1})] else array[${name}] end`;

/** `price` or `project.price`; the bare name goes on standing for the field of another table that keeps it. */
const member =
  ({ table, from, to, shared }: Omit<RenamedField, 'group'>): Instead =>
  (name) =>
    `case ${name} when ${literal(from)} then array[${shared ? `${literal(from)}, ` : ''}${literal(to)}]
      when ${literal(`${table}.${from}`)} then array[${literal(`${table}.${to}`)}] else array[${name}] end`;

/** What stands, and what the suites said last: both are in the new names, or a start would take the difference for somebody's change. */
function renamed(instead: Instead, where: string, group: string): string[] {
  const list = (column: string) => `array(select distinct e from unnest(g.${column}) n, lateral unnest(${instead('n')}) e order by 1)`;
  const json = (key: string) =>
    `(select coalesce(jsonb_agg(distinct e), '[]') from jsonb_array_elements_text(g -> '${key}') n, lateral unnest(${instead('n')}) e)`;
  const here = where === 'true' ? 'true' : `g ->> 'group' = ${literal(group)}`;
  return [
    `update fw.role_grant g set hide = ${list('hide')}, readonly = ${list('readonly')} where ${where} and cardinality(g.hide || g.readonly) > 0`,
    `update fw.role_said s set grants = (select coalesce(jsonb_agg(case when ${here}
      then g || jsonb_build_object('hide', ${json('hide')}, 'readonly', ${json('readonly')}) else g end), '[]') from jsonb_array_elements(s.grants) g)`,
  ];
}

const saidGroup = ({ from, to }: Renamed): string =>
  `update fw.role_said s set grants = (select coalesce(jsonb_agg(case when g ->> 'group' = ${literal(from)}
    then g || jsonb_build_object('group', ${literal(to)}) else g end), '[]') from jsonb_array_elements(s.grants) g)`;
