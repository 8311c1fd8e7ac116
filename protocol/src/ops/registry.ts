import * as app from './app.ts';
import * as cloud from './cloud.ts';
import * as flow from './flow.ts';
import { type OpDef, opKey } from './op.ts';
import * as report from './report.ts';
import * as sys from './sys.ts';

/** Every op of the wire, by `path?op=Op`. */
export const OPS: ReadonlyMap<string, OpDef> = new Map(
  [app, cloud, flow, report, sys].flatMap((room) => Object.values(room) as OpDef[]).map((op) => [opKey(op), op]),
);
