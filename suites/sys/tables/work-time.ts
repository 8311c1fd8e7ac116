import type { FieldDef } from '#protocol/meta/field.ts';
import { defineTable } from '#protocol/meta/table.ts';
import { ADD, DELETE, LIST, MODIFY, SHOW } from '../actions.ts';

/** An end of one of the day's two spans; both of a span or none. */
const clock = (
  name: string,
  key_name: string,
  key_name_en: string,
  rest: Pick<FieldDef, 'need_where' | 'defvalue' | 'hint' | 'hint_en'>,
): FieldDef => ({
  ...{ uid: `sys.work_time.${name}`, field_name: name, key_name, key_name_en, data_type: 'time', list_width: 110, ...rest },
});

/**
 * When a company works: the days of its week and the spans of a day, each row from its first day until the next one's. Limits of approvals
 * that are counted in working hours go by it and by the calendar (calendar_day).
 */
export const workTime = defineTable({
  uid: 'sys.work_time',
  table_name: 'work_time',
  key_name: '工作时间',
  key_name_en: 'Working hours',
  tenancy: 'company',
  english_name: 'name_en',
  order: '-since',
  remark: '按工作时间计算的办理时限依此推算；修改后立即对新到达的待办生效，已在办理的待办保持原定的到期时间',
  remark_en:
    'Limits in working hours are counted by it. A change counts at once for what arrives from then on; to-dos that wait already keep the time they were given',
  unique: [['since']],
  fields: [
    {
      uid: 'sys.work_time.key_name',
      field_name: 'key_name',
      key_name: '名称',
      key_name_en: 'Name',
      data_type: 'text',
      length: 60,
      width: 1,
      notnull: 1,
      search: 1,
      list_width: 160,
    },
    {
      uid: 'sys.work_time.name_en',
      field_name: 'name_en',
      key_name: '英文名称',
      key_name_en: 'English name',
      data_type: 'text',
      length: 80,
      width: 1,
      search: 1,
      list_hidden: 1,
    },
    {
      uid: 'sys.work_time.since',
      field_name: 'since',
      key_name: '起始日期',
      key_name_en: 'In force from',
      data_type: 'date',
      notnull: 1,
      sortable: 1,
      list_width: 130,
      defvalue: '{today}',
      hint: '从这一天起执行，直到下一条的起始日期；夏令、冬令作息各登记一条',
      hint_en: "From this day until the next row's first; hours of summer and of winter are a row each",
    },
    {
      uid: 'sys.work_time.weekdays',
      field_name: 'weekdays',
      key_name: '工作日',
      key_name_en: 'Working days',
      data_type: 'checkbox',
      notnull: 1,
      defvalue: '1,2,3,4,5',
      list_width: 260,
      hint: '节假日和调休上班登记在“工作日历”',
      hint_en: 'Holidays, and weekends that make up for them, stand in the working calendar',
      items: [
        { id: 1, key_name: '周一', key_name_en: 'Monday' },
        { id: 2, key_name: '周二', key_name_en: 'Tuesday' },
        { id: 3, key_name: '周三', key_name_en: 'Wednesday' },
        { id: 4, key_name: '周四', key_name_en: 'Thursday' },
        { id: 5, key_name: '周五', key_name_en: 'Friday' },
        { id: 6, key_name: '周六', key_name_en: 'Saturday' },
        { id: 7, key_name: '周日', key_name_en: 'Sunday' },
      ],
    },
    clock('morning_from', '上午上班', 'Morning from', {
      need_where: 'morning_until is not empty | afternoon_from is empty',
      defvalue: '09:00',
    }),
    clock('morning_until', '上午下班', 'Morning until', { need_where: 'morning_from is not empty', defvalue: '12:00' }),
    clock('afternoon_from', '下午上班', 'Afternoon from', {
      need_where: 'afternoon_until is not empty',
      defvalue: '13:00',
      hint: '只有一段工作时间时，下午留空',
      hint_en: 'Left empty where a day has one span only',
    }),
    clock('afternoon_until', '下午下班', 'Afternoon until', { need_where: 'afternoon_from is not empty', defvalue: '18:00' }),
  ],
  states: [
    {
      uid: 'sys.work_time.toolbar',
      value: '*',
      key_name: '工具栏',
      key_name_en: 'Toolbar',
      actions: [
        { uid: 'sys.work_time.list', ...LIST },
        { uid: 'sys.work_time.add', ...ADD },
      ],
    },
    {
      uid: 'sys.work_time.1',
      value: '1',
      key_name: '有效',
      key_name_en: 'In force',
      actions: [
        { uid: 'sys.work_time.show', ...SHOW },
        { uid: 'sys.work_time.modify', ...MODIFY },
        { uid: 'sys.work_time.delete', ...DELETE },
      ],
    },
  ],
});
