import type { Locator } from '@playwright/test';

/** Pastes rows as a spreadsheet leaves them in the clipboard. */
export async function pasteInto(into: Locator, rows: readonly (readonly string[])[]): Promise<void> {
  await into.evaluate(
    (box, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      if (!box.dispatchEvent(event)) return;
      (box as HTMLTextAreaElement).focus();
      document.execCommand('insertText', false, text);
    },
    `${rows.map((row) => row.join('\t')).join('\r\n')}\r\n`,
  );
}
