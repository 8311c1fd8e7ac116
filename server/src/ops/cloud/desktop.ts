import { desktopOp } from '#protocol/ops/cloud.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { desktopFlags } from '#server/signin/user.ts';

/** Cards of the chooser: a permission of which the company shows no module has none, though its people have it. */
export const desktopCall = op(desktopOp, async (house, { session }) => {
  const [flags, { catalogue }] = await Promise.all([desktopFlags(house, session), openAccess(house, session)]);
  const modules = catalogue.modules();
  const hidden = modules.flatMap(({ flag, hidden: is }) =>
    is === 1 && !modules.some((one) => one.flag === flag && one.hidden !== 1) ? [flag] : [],
  );
  return { data: { ...flags, ...Object.fromEntries(hidden.map((flag) => [flag, 0])) } };
});
