import { defineTable } from '#protocol/meta/table.ts';
import { ADD, LIST, MODIFY, SHOW } from '../actions.ts';

/** A bookkeeping entity of a company; its id is `subcompany_id` of every record in it. */
export const domain = defineTable({
  uid: 'sys.domain',
  table_name: 'domain',
  key_name: '核算域',
  key_name_en: 'Domains',
  tenancy: 'company',
  public_name: 1,
  english_name: 'name_en',
  fields: [
    {
      uid: 'sys.domain.key_name',
      field_name: 'key_name',
      key_name: '名称',
      key_name_en: 'Name',
      data_type: 'text',
      length: 60,
      notnull: 1,
      search: 1,
      list_width: 220,
    },
    {
      uid: 'sys.domain.name_en',
      field_name: 'name_en',
      key_name: '英文名称',
      key_name_en: 'English name',
      data_type: 'text',
      length: 80,
      search: 1,
      list_width: 220,
    },
    {
      uid: 'sys.domain.currency',
      field_name: 'currency',
      key_name: '金额单位',
      key_name_en: 'Amounts in',
      data_type: 'text',
      length: 20,
      notnull: 1,
      hint: '本域所有金额的单位，如：万元、万美元',
      hint_en: 'The unit of every amount in this domain, in Chinese',
    },
    {
      uid: 'sys.domain.currency_en',
      field_name: 'currency_en',
      key_name: '金额单位（英文）',
      key_name_en: 'Amounts in (English)',
      data_type: 'text',
      length: 20,
      notnull: 1,
      hint: '英文界面显示的金额单位，如：CNY 10,000、USD 10,000',
      hint_en: 'The same in English, such as CNY 10,000',
    },
  ],
  states: [
    {
      uid: 'sys.domain.toolbar',
      value: '*',
      key_name: '工具栏',
      key_name_en: 'Toolbar',
      actions: [
        { uid: 'sys.domain.list', ...LIST },
        { uid: 'sys.domain.add', ...ADD },
      ],
    },
    {
      uid: 'sys.domain.1',
      value: '1',
      key_name: '有效',
      key_name_en: 'Active',
      actions: [
        { uid: 'sys.domain.show', ...SHOW },
        { uid: 'sys.domain.modify', ...MODIFY },
      ],
    },
  ],
});
