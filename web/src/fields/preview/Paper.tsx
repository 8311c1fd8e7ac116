import type { FileValue } from '#protocol/wire/envelope.ts';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import css from './PreviewDialog.module.css';
import { Unshown } from './Unshown.tsx';

/** A ticket holds for five minutes. */
const FRESH = 240_000;

/**
 * A PDF or a plain text in the browser's own viewer, in a frame. The answer is sandboxed and its type not sniffed: nothing in it runs, and it is of no
 * origin. A frame with `sandbox` would keep the viewer out. Where there is none (phones), the file is offered.
 */
export function Paper({ file }: { file: FileValue }) {
  const isPdf = file.file_name.toLowerCase().endsWith('.pdf');
  const isViewed = !isPdf || navigator.pdfViewerEnabled !== false;
  // the address of a record that stands open for long is over: a frame would show the refusal
  const { data, error } = useOp(ops.ticket, { key_name: file.key_name }, { enabled: isViewed, fresh: FRESH });
  if (error) return <Unshown file={file} refused={error.remark} />;
  if (!isViewed) return <Unshown file={file} why="files.noFrame" />;
  const address = (data?.data as FileValue | undefined)?.preview_url;
  return address ? <iframe className={css.paper} title={file.file_name} src={address} /> : <div className={css.paper} aria-busy="true" />;
}
