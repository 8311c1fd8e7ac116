import { isChoice } from '#protocol/choices.ts';
import { Refusal } from '#protocol/codes.ts';
import { chooseOp } from '#protocol/ops/sys.ts';
import { keepChoice } from '#server/signin/choices.ts';
import { op } from '../op.ts';

export const chooseCall = op(chooseOp, async (house, { request: { name, value }, session }) => {
  if (value !== '' && !isChoice(name, value)) throw new Refusal(317, '', { field: 'value' });
  if (!(await keepChoice(house, session, name, value))) throw new Refusal(341);
  return {};
});
