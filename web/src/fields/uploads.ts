let isRunning = false;

/** One upload at a time in this window, whichever field began it (FILE-01). False while another runs; what it answers true for must end. */
export function beginUpload(): boolean {
  if (isRunning) return false;
  isRunning = true;
  return true;
}

export function endUpload(): void {
  isRunning = false;
}
