import { defineTable } from '#protocol/meta/table.ts';
import { ADD, DELETE, LIST, MODIFY, PASTE, SHOW } from '../actions.ts';

/**
 * The days of a company that are otherwise than its week says (work_time): holidays, and weekends that make up for them. Limits of approvals
 * that are counted in working hours go by it; a changed day counts for what is opened from then on. Two rows of a company share no day
 * (server/src/access/giving/calendar-day.ts): rows that a version brings may, and then the company's own counts.
 */
export const calendarDay = defineTable({
  uid: 'sys.calendar_day',
  table_name: 'calendar_day',
  key_name: '工作日历',
  key_name_en: 'Working calendar',
  tenancy: 'company',
  english_name: 'name_en',
  order: '-day',
  remark: '与每周工作日不同的日子：放假，或调休上班。修改后立即对新到达的待办生效，已在办理的待办保持原定的到期时间',
  remark_en:
    'Days that are otherwise than the week says. A change counts at once for what arrives from then on; to-dos that wait already keep the time they were given',
  fields: [
    {
      uid: 'sys.calendar_day.day',
      field_name: 'day',
      key_name: '日期',
      key_name_en: 'Day',
      data_type: 'date',
      notnull: 1,
      sortable: 1,
      search: 1,
      list_width: 120,
    },
    {
      uid: 'sys.calendar_day.last_day',
      field_name: 'last_day',
      key_name: '截止日期',
      key_name_en: 'Until',
      data_type: 'date',
      list_width: 120,
      hint: '连续多日的最后一天，含当日；只有一天时留空',
      hint_en: 'The last of several days, itself among them; empty for a single day',
    },
    {
      uid: 'sys.calendar_day.kind',
      field_name: 'kind',
      key_name: '类别',
      key_name_en: 'Kind',
      data_type: 'radio',
      notnull: 1,
      search: 1,
      defvalue: '1',
      list_width: 120,
      hint: '每周的工作日登记在“工作时间”；这里只登记例外',
      hint_en: 'The working days of a week stand in the working hours: only what is otherwise stands here',
      items: [
        { id: 1, key_name: '休息', key_name_en: 'Holiday' },
        { id: 2, key_name: '上班', key_name_en: 'Worked' },
      ],
    },
    {
      uid: 'sys.calendar_day.key_name',
      field_name: 'key_name',
      key_name: '说明',
      key_name_en: 'What for',
      data_type: 'text',
      length: 60,
      width: 1,
      notnull: 1,
      search: 1,
      list_width: 240,
    },
    {
      uid: 'sys.calendar_day.name_en',
      field_name: 'name_en',
      key_name: '英文说明',
      key_name_en: 'In English',
      data_type: 'text',
      length: 80,
      width: 1,
      search: 1,
      list_hidden: 1,
    },
  ],
  states: [
    {
      uid: 'sys.calendar_day.toolbar',
      value: '*',
      key_name: '工具栏',
      key_name_en: 'Toolbar',
      actions: [
        { uid: 'sys.calendar_day.list', ...LIST },
        { uid: 'sys.calendar_day.add', ...ADD },
        { uid: 'sys.calendar_day.paste', ...PASTE },
      ],
    },
    {
      uid: 'sys.calendar_day.1',
      value: '1',
      key_name: '有效',
      key_name_en: 'In force',
      actions: [
        { uid: 'sys.calendar_day.show', ...SHOW },
        { uid: 'sys.calendar_day.modify', ...MODIFY },
        { uid: 'sys.calendar_day.delete', ...DELETE },
      ],
    },
  ],
});
