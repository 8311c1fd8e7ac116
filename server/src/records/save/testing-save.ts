import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Refusal } from '#protocol/codes.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import { flowMigrations } from '#server/flow/store/migrations.ts';
import type { Session } from '#server/meta/session.ts';
import { addCall } from '#server/ops/app/add.ts';
import { attachsCall } from '#server/ops/app/attachs.ts';
import { batchCall } from '#server/ops/app/batch.ts';
import { changeCalls } from '#server/ops/app/changes.ts';
import { deleteCall } from '#server/ops/app/delete.ts';
import { downloadCall } from '#server/ops/app/download.ts';
import { getCall } from '#server/ops/app/get.ts';
import { historyCall } from '#server/ops/app/history.ts';
import { listCall } from '#server/ops/app/list.ts';
import { modifyCall } from '#server/ops/app/modify.ts';
import { pageCall } from '#server/ops/app/page.ts';
import { previewCall } from '#server/ops/app/preview.ts';
import { recycleCall } from '#server/ops/app/recycle.ts';
import { restoreCall } from '#server/ops/app/restore.ts';
import { showCall } from '#server/ops/app/show.ts';
import { uploadCall } from '#server/ops/app/upload.ts';
import { versionCall } from '#server/ops/app/version.ts';
import { createDispatch, type Incoming, indexOps } from '#server/ops/dispatch.ts';
import type { Op } from '#server/ops/op.ts';
import { queueCall } from '#server/ops/sys/queue.ts';
import { ticketCall } from '#server/ops/sys/ticket.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { recordsMigrations } from '../migrations.ts';
import { grantAll, type Lab, openLab } from '../testing.ts';
import { desk } from './testing-desk.ts';

/** What a call answered: the envelope's parts, or a refusal's. */
export interface Answer {
  code: number;
  remark: string;
  data: Record<string, unknown>;
  rows: Record<string, unknown>[];
  stream?: Readable;
  disposition?: string;
  mime?: string;
  file_name?: string;
}
export interface Desk extends Lab {
  folder: string;
  /** Calls `/app?op=…` (or a whole `path?op=…`) as http would: form-encoded values, the op's declaration, its checklist. */
  ask(session: Session | null, op: string, form: Record<string, unknown>, file?: Incoming['file']): Promise<Answer>;
  upload(session: Session, field: string, bytes: string | Buffer, name?: string, cloud?: string): Promise<Answer>;
}

const OPS = [
  pageCall,
  listCall,
  getCall,
  showCall,
  addCall,
  modifyCall,
  batchCall,
  ...changeCalls,
  deleteCall,
  restoreCall,
  recycleCall,
  historyCall,
  versionCall,
  attachsCall,
  uploadCall,
  downloadCall,
  previewCall,
  ticketCall,
  queueCall,
];
const CLERKS = `
insert into app."role" (company_id, id, code, key_name, root) values (1, 49, 'clerk', '文员', 0), (1, 50, 'reader', '阅览', 0);
update app."user" set role_entities = role_entities || 49::bigint where company_id = 1 and id in (2, 3, 7);
update app."user" set role_entities = role_entities || 50::bigint where company_id = 1 and id = 7`;
const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };

/** With the suite of the desk, or one of a test's own under a key of its own. */
export async function openDesk(suite: SuiteDef = desk, key = 'records-desk'): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-desk-'));
  const lab = await openLab({
    key,
    suites: [suite],
    rooms: [recordsMigrations, flowMigrations],
    files: diskFiles(folder),
  });
  await lab.base.db.query(CLERKS);
  await grantAll(lab.base.db, 1, lab.house.catalogueOf(null));
  const ops = indexOps(OPS as unknown as readonly Op[]);
  const dispatch = createDispatch(lab.house, ops);
  const ask: Desk['ask'] = async (session, name, form, file) => {
    const op = ops.get(name.includes('?') ? name : `/app?op=${name}`)!;
    try {
      const answer = (await dispatch(op, { form, caller, session, ...(file ? { file } : {}) })) as Partial<Answer>;
      return { code: 200, remark: '', data: {}, rows: [], ...answer };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { code: error.code, remark: error.remark, data: { ...error.data }, rows: [...error.rows] };
    }
  };
  const upload: Desk['upload'] = (session, field, bytes, name = 'a.txt', cloud = 'order') =>
    ask(session, 'Upload', { cloud, field }, { name, mime: 'text/html', bytes: Readable.from([Buffer.from(bytes)]) });
  return {
    ...lab,
    folder,
    ask,
    upload,
    close: async () => {
      await lab.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A record as it lies in the database. */
export async function lying(desk: Desk, table: string, id: number): Promise<Record<string, unknown>> {
  const [row] = await desk.base.db.query(`select * from app."${table}" where id = $1`, [id]);
  return row as Record<string, unknown>;
}
export const bytesOf = async (stream: Readable): Promise<string> => Buffer.concat(await stream.toArray()).toString();
