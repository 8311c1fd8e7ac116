import { type Caption, pictureOf } from '#web/charts/picture.ts';

/** Saves the chart in `root` as a PNG that is called like its report; false where the browser made none. */
export async function savePicture(root: HTMLElement, caption: Caption): Promise<boolean> {
  try {
    const address = URL.createObjectURL(await pictureOf(root, caption));
    const link = document.createElement('a');
    link.href = address;
    link.download = `${caption.title.replaceAll(/[\\/:*?"<>|]/g, ' ')}.png`;
    link.click();
    // the browser has read it by then
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return true;
  } catch {
    return false;
  }
}
