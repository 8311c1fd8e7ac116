import { type CallRow, defineHandlers } from '#server/call/sdk.ts';

const FINISHED = 4;
const OPEN = 1;
const DRAWN = 1;
const dayOf = (row: CallRow): string => String(row.day ?? '');

/** A cell that no spreadsheet takes for a formula. */
const cellOf = (value: unknown): string => {
  const text = String(value ?? '').replace(/[\p{Cc}]+/gu, ' ');
  return `"${(/^[=+\-@]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

/** A line for each thing that is known, in both languages: whoever goes there reads one of them. */
function paperOf(order: CallRow, lines: readonly CallRow[]): string {
  const said: [string, unknown][] = [
    ['工单号 Order', order.code],
    ['工作任务 Task', order.key_name],
    ['工作范围 Scope', order.long_line],
    ['作业地址 Address', order.address],
    ['开工日期 Begins', order.day],
    ['完工限期 Due', order.last_day],
  ];
  const facts = said.flatMap(([name, value]) => (value ? [`${name}: ${String(value)}`] : []));
  const materials = lines.map(({ item, qty, price, amount }) => `- ${item}  ${qty} x ${price} = ${amount}`);
  return [...facts, ...(materials.length ? ['', '材料 Materials', ...materials] : []), ''].join('\n');
}

/** What the actions of the samples do; each reads and writes as the person who presses it. */
export const handlers = defineHandlers({
  /** Finishes a piece of correspondence: asks where its day has not come, warns where it belongs to no record. */
  finish: {
    each: async (desk, row) => {
      if (dayOf(row) > desk.today)
        desk.ask({
          zh_CN: `日期 ${dayOf(row)} 还没有到，仍要办结吗？`,
          en_US: `Its day, ${dayOf(row)}, is still to come. Finish it all the same?`,
        });
      await desk.change(row, { state: FINISHED });
      return row.sample_entity
        ? { remark: { zh_CN: '已办结', en_US: 'Finished' } }
        : { code: 102, remark: { zh_CN: '已办结，但没有关联记录', en_US: 'Finished, and bound to no record' } };
    },
  },
  /** Tells who applies or decides which other applications are over the same amount, as far as he sees them; one of the same subject it asks about first. */
  alike: {
    each: async (desk, row) => {
      const all = await desk.list('sample_flow', { amount: String(row.amount) });
      const others = all.filter(({ id }) => id !== row.id).map(({ key_name }) => String(key_name));
      if (others.length === 0) return { remark: { zh_CN: '没有金额相同的其他申请', en_US: 'No other application has this amount' } };
      const twice = others.filter((name) => name === row.key_name).length;
      if (twice > 0)
        desk.ask({
          zh_CN: `另有 ${twice} 件事项、金额都相同的申请，可能重复，仍要继续吗？`,
          en_US: `${twice} more with the same subject and amount: it may be the same work. Go on?`,
        });
      const [zh, en] = [others.slice(0, 3).join('、'), others.slice(0, 3).join(', ')];
      return {
        code: 102,
        remark: { zh_CN: `另有 ${others.length} 件金额相同：${zh}`, en_US: `${others.length} more with this amount: ${en}` },
      };
    },
  },
  /** The paper of an order, to be looked at and taken away: what it is about, and its materials. */
  paper: {
    each: async (desk, row) => {
      const lines = await desk.list('sample_line', { sample_entity: row.id, kind: DRAWN });
      return { file: { name: `${String(row.code ?? row.id)}.txt`, type: 'text/plain', content: paperOf(row, lines) } };
    },
  },
  /** The materials of all chosen orders in one sheet for the stores. */
  materials: {
    all: async (desk, rows) => {
      const cells: string[] = [];
      for (const { id, code } of rows)
        for (const { item, qty, price, amount } of await desk.list('sample_line', { sample_entity: id, kind: DRAWN }))
          cells.push([code, item, qty, price, amount].map(cellOf).join(','));
      if (cells.length === 0) desk.refuse({ zh_CN: '所选工单没有材料', en_US: 'The chosen orders have no materials' });
      const content = `\ufeff${['工单 Order,材料 Material,数量 Quantity,单价 Price,金额 Amount', ...cells].join('\r\n')}\r\n`;
      return { file: { name: `materials-${desk.today}.csv`, type: 'text/csv', content } };
    },
  },
  /** Opens it again: where its record has an open one already, the table's own rule says no. */
  reopen: {
    each: async (desk, row) => {
      await desk.change(row, { state: OPEN });
      return { remark: { zh_CN: '已重新打开', en_US: 'Opened again' } };
    },
  },
  /** Notes a piece of correspondence for each chosen record that has none open, all or none. */
  begin: {
    all: async (desk, rows) => {
      const open = await desk.list('sample_link', { state: OPEN, sample_entity: { op: 'in', value: rows.map(({ id }) => id) } });
      const bound = new Set(open.map((link) => (link.sample_entity as { id: number } | null)?.id));
      const waiting = rows.filter(({ id }) => !bound.has(id));
      if (waiting.length === 0) desk.refuse({ zh_CN: '所选记录都已有未办结的往来', en_US: 'Each of them has open correspondence already' });
      for (const row of waiting)
        await desk.add('sample_link', { key_name: `${String(row.key_name).slice(0, 80)} ${desk.today}`, sample_entity: row.id });
      const n = waiting.length;
      return {
        remark: { zh_CN: `已登记 ${n} 件往来`, en_US: `${n} noted` },
        notify: { remark: { zh_CN: '在往来中查看', en_US: 'See them in the correspondence' }, url: '/main/list/sample_link' },
      };
    },
  },
});
