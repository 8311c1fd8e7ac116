import { Refusal } from '#protocol/codes.ts';
import { loadDictOp } from '#protocol/ops/sys.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '../op.ts';

/** A dictionary is read by whoever may use a table whose field takes its choices from it (B23). */
export const loadDictCall = op(loadDictOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const dict = access.catalogue.dict(request.key_name);
  const users = access.catalogue.tables().filter((table) => table.def.fields.some((field) => field.items === request.key_name));
  if (!dict || !users.some((table) => access.may(table, 'LoadTable'))) throw new Refusal(312);
  const { code, key_name, key_name_en, items } = dict;
  return { data: { code, key_name, key_name_en, items } };
});
