import { QueryClientProvider } from '@tanstack/react-query';
import { shownType } from '#protocol/fields/endings.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { queryClient } from '#web/api/use-op.ts';
import { PreviewDialog } from '#web/fields/preview/PreviewDialog.tsx';
import { ask, question } from '#web/ui/overlay/dialog.ts';

/** Gives the file that a handler made: opened over the page where the action says so and it can be seen there, else taken away. */
export function giveFile(file: FileValue, isPreviewed: boolean): void {
  if (isPreviewed && shownType(file.file_name) !== null) void ask({ title: file.file_name, ok: '', instead: <Seen file={file} /> });
  else takeAway(file);
}

/** Its address holds for five minutes, and answers an attachment. */
function takeAway({ url, file_name }: FileValue): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = file_name;
  link.click();
}

function Seen({ file }: { file: FileValue }) {
  return (
    <QueryClientProvider client={queryClient}>
      <PreviewDialog files={[file]} at={0} onTurn={() => undefined} onClose={() => question()?.answer(true)} />
    </QueryClientProvider>
  );
}
