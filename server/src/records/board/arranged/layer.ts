import { Refusal } from '#protocol/codes.ts';
import type { BoardDef } from '#protocol/meta/board/board.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { reportArrangeOp } from '#protocol/ops/report.ts';
import { type BoardLayer, boardLayer, type KeptLayer, layerOf } from '#protocol/wire/board.ts';
import type { Access } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { type OpenBoard, openBoard } from '../open.ts';

/** How this reader has a board, as far as its parts are his: what is gone, or not his any more, is said nowhere. */
export async function readLayer({ db }: House, { session }: Access, board: OpenBoard): Promise<KeptLayer> {
  const [kept] = await db.query<{ content: unknown; version: number }>(KEPT, [session.company.id, session.user.id, board.def.uid]);
  const { data } = boardLayer.safeParse(kept?.content ?? {});
  return { ...layerOf(data ?? {}, partsOf(board)), version: kept?.version ?? 0 };
}

/**
 * Keeps how he has it, for him alone; nothing said: as the definition has it. 312 for a board that is not his, 317 for a part that he does not see
 * (one that there is not reads the same) or that stands in a list twice, 305 where nothing would be left to see, 311 where it was saved meanwhile.
 */
export async function keepLayer({ db }: House, access: Access, request: RequestOf<typeof reportArrangeOp>): Promise<number> {
  const board = openBoard(access, request.cloud);
  const layer = demandLayer(board, request.layer);
  const { company, user } = access.session;
  const [kept] = await db.query<{ version: number }>(KEEP, [
    ...[company.id, user.id, board.def.uid],
    ...[JSON.stringify(layer), request.version],
  ]);
  if (!kept) throw new Refusal(311, '$boardStale');
  return kept.version;
}

function demandLayer(board: OpenBoard, said: BoardLayer): BoardLayer {
  const isPart = partsOf(board);
  const wrong = Object.entries(said).find(([, uids]) => !uids.every(isPart));
  const layer = layerOf(said, isPart);
  if (wrong || !layer) throw new Refusal(317, wrong ? '$boardPart' : '', { field: 'layer' });
  if (layer.hidden?.length === board.widgets.length) throw new Refusal(305, '$boardEmpty', { field: 'layer' });
  return layer;
}

const partsOf = ({ widgets }: { widgets: readonly { def: Pick<BoardDef['widgets'][number], 'uid'> }[] }) => {
  const uids = new Set(widgets.map(({ def }) => def.uid));
  return (uid: string): boolean => uids.has(uid);
};

const KEPT = 'select l.content, l.version from fw.board_layer l where l.company_id = $1 and l.user_id = $2 and l.board = $3';
// who saves comes after what he has seen: 0 is a board of which nothing was kept yet
const KEEP = `insert into fw.board_layer (company_id, user_id, board, content, version)
select $1::bigint, $2::bigint, $3::text, $4::jsonb, 1 where $5::int = 0 or exists (select 1 from fw.board_layer l where l.company_id = $1 and l.user_id = $2 and l.board = $3)
on conflict (company_id, user_id, board) do update set content = excluded.content, version = board_layer.version + 1
where board_layer.company_id = $1 and board_layer.version = $5::int
returning version`;
