import type { OpDef } from '#protocol/ops/op.ts';

/** A call of the wire by its name. The declaration is taken as a type only, so that no schema travels to the browser. */
export interface OpRef<D extends OpDef = OpDef> {
  path: string;
  op: string;
  /** changes something: never repeated by itself */
  writes?: boolean;
  /** needs no session */
  free?: boolean;
  /** may be asked through somebody's eyes */
  eyes?: boolean;
  /** only for the type of the request */
  def?: D;
}

export const ref = <D extends OpDef>(path: string, op: string, marks: Pick<OpRef, 'writes' | 'free' | 'eyes'> = {}): OpRef<D> => ({
  path,
  op,
  ...marks,
});
export const refKey = (op: OpRef): string => `${op.path}?op=${op.op}`;
