import { desktopOp } from '#protocol/ops/cloud.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { ownDesktop } from '#server/records/board/arranged/desktop.ts';
import { desktopFlags } from '#server/signin/user.ts';

/** Cards of the chooser, and the address of one's own desktop: a permission of which the company shows no module has none, though its people have it. */
export const desktopCall = op(desktopOp, async (house, { session }) => {
  const [flags, access] = await Promise.all([desktopFlags(house, session), openAccess(house, session)]);
  const { board } = await ownDesktop(house, access);
  const modules = access.catalogue.modules();
  const hidden = modules.flatMap(({ flag, hidden: is }) =>
    is === 1 && !modules.some((one) => one.flag === flag && one.hidden !== 1) ? [flag] : [],
  );
  return { data: { ...flags, board, ...Object.fromEntries(hidden.map((flag) => [flag, 0])) } };
});
