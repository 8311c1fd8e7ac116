import { expect, type Locator, type Page } from '@playwright/test';
import { CLIP_HEADS, wav } from '#protocol/testing-clips.ts';
import { png } from '#protocol/testing-pictures.ts';
import { isReachable } from '../support/axe.ts';
import { wholeBrowser } from '../support/launch.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();
// PDF is shown by the whole browser only
test.use({ launchOptions: wholeBrowser });

/** A page with nothing but its size, and a script that would speak where it ran. */
const PDF = Buffer.from(
  `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\("ran"\\))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
);

/** A second of video as a browser records it. */
async function recorded(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const pen = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data: part }) => parts.push(part);
    const over = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let at = 0; at < 20; at += 1) {
      pen.fillStyle = `hsl(${at * 9} 60% 45%)`;
      pen.fillRect(0, 0, 320, 180);
      pen.fillStyle = 'white';
      pen.fillRect(at * 15, 60, 60, 60);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await over;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

const fieldOf = (page: Page, name: string) => page.locator(`[data-place="${name}"]`);
const choose = (page: Page, name: string, ...files: readonly (readonly [string, Buffer])[]) =>
  fieldOf(page, name)
    .locator('input[type=file]')
    .setInputFiles(files.map(([file, buffer]) => ({ name: file, mimeType: 'application/octet-stream', buffer })));
const isPlayable = (player: Locator) =>
  expect.poll(() => player.evaluate((one) => (one as HTMLMediaElement).readyState), { timeout: 60_000 }).toBeGreaterThan(0);

test('FIELD-01 FIELD-08 FILE-02 FRAME-12 videos and media are put into a form and played in the page, papers are read there; in both languages', async ({
  browser,
}) => {
  const { id } = (await shown.admin.call('/app', 'Add', { cloud: 'sample_type', key_name: 'media', urgent: 0 })).data as { id: number };
  const page = await windowFor(browser, shown.admin, 'zh_CN');
  await page.goto(`/main/form/sample_type/Modify/${id}`);
  await expect(fieldOf(page, 'clips').getByRole('button', { name: '上传现场视频' })).toBeVisible();
  const clip = await recorded(page);

  // what it holds is judged, and nothing of it is left
  await choose(page, 'clips', ['假.mp4', Buffer.from('<script>alert(1)</script>')]);
  await expect(fieldOf(page, 'clips').getByRole('alert')).toContainText('视频上传失败：“假.mp4”的内容不是');

  // one upload at a time: another one is told, whichever field began the first
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/op=Upload/, async (route) => {
    await held;
    await route.continue();
  });
  await choose(page, 'clips', ['巡检.webm', clip]);
  await expect(fieldOf(page, 'clips').getByRole('status')).toBeVisible();
  await choose(page, 'media', ['说明.wav', wav(1)]);
  await expect(fieldOf(page, 'media').getByRole('alert')).toHaveText('附件正在上传，请勿操作');
  go();
  await expect(fieldOf(page, 'clips').getByRole('button', { name: '播放 巡检.webm' })).toBeVisible();
  await choose(page, 'media', ['说明.wav', wav(40)], ['厂区.png', png(240, 180)], ['旧片.avi', CLIP_HEADS.avi![0]!]);
  await expect(fieldOf(page, 'media').getByRole('button', { name: '播放 旧片.avi' })).toBeVisible();
  await choose(page, 'papers', ['报告.pdf', PDF]);
  await expect(fieldOf(page, 'papers').getByRole('link', { name: '报告.pdf' })).toBeVisible();
  // a password: judged where it is typed, sent as its proof, kept in no browser
  const pass = fieldOf(page, 'pass').locator('input');
  await pass.fill('short');
  await pass.blur();
  await expect(fieldOf(page, 'pass')).toContainText('密码至少 8 位');
  await pass.fill('Canary-pass-1');
  await pass.blur();
  await expect(fieldOf(page, 'pass')).not.toContainText('密码至少 8 位');
  const sent = page.waitForRequest((request) => /op=Modify/.test(request.url()));
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const said = String((await sent).postData());
  expect(said).toMatch(/pass=[\w-]{32}(&|$)/);
  expect(said).not.toContain('Canary');
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain('Canary');
  const names = async () => {
    const row = (await shown.admin.call('/app', 'Show', { cloud: 'sample_type', id })).data as Record<string, { file_name: string }[]>;
    return ['clips', 'media', 'papers'].map((name) => row[name]?.map((file) => file.file_name).join());
  };
  await expect.poll(names, { timeout: 30_000 }).toEqual(['巡检.webm', '说明.wav,厂区.png,旧片.avi', '报告.pdf']);
  await page.context().close();

  const reader = await windowFor(browser, shown.admin, 'en_US');
  await reader.goto(`/main/form/sample_type/Show/${id}`);
  await expect(fieldOf(reader, 'pass')).toContainText('********');
  const dialog = (name: string) => reader.getByRole('dialog', { name });
  // paper has its name
  await reader.emulateMedia({ media: 'print' });
  await expect(reader.getByRole('button', { name: 'Play 巡检.webm' })).toBeVisible();
  await reader.emulateMedia({ media: null });
  await reader.getByRole('button', { name: 'Play 巡检.webm' }).click();
  const video = dialog('巡检.webm').locator('video');
  await isPlayable(video);
  expect(await video.evaluate((one) => (one as HTMLVideoElement).videoWidth)).toBe(320);
  await video.evaluate((one) => (one as HTMLVideoElement).play());
  await expect.poll(() => video.evaluate((one) => (one as HTMLVideoElement).currentTime), { timeout: 30_000 }).toBeGreaterThan(0.2);
  await isReachable(reader, 'a video over the page');
  await reader.keyboard.press('Escape');
  await expect(dialog('巡检.webm')).toBeHidden();

  // by parts, so that one may jump; an address that is over is renewed, and it goes on where it was
  const part = reader.waitForResponse((answer) => /op=Preview/.test(answer.url()) && answer.status() === 206);
  await reader.getByRole('button', { name: 'Play 说明.wav' }).click();
  const sound = dialog('说明.wav').locator('audio');
  expect((await part).headers()['content-type']).toBe('audio/wav');
  await isPlayable(sound);
  await sound.evaluate((one) => {
    (one as HTMLAudioElement).currentTime = 30;
  });
  const stands = () => sound.evaluate((one) => [(one as HTMLAudioElement).currentTime, (one as HTMLAudioElement).seeking]);
  await expect.poll(stands).toEqual([30, false]);
  await sound.evaluate((one) => {
    const it = one as HTMLAudioElement;
    it.src = it.src.replace(/tk=.*/, `tk=${'A'.repeat(38)}`);
  });
  await expect.poll(() => sound.evaluate((one) => (one as HTMLAudioElement).src)).not.toContain('AAAAAAAA');
  await isPlayable(sound);
  await expect.poll(stands).toEqual([30, false]);

  // with those beside it: a picture, and what no browser plays
  await dialog('说明.wav').getByRole('button', { name: 'Next' }).click();
  await expect(dialog('厂区.png').locator('img')).toBeVisible();
  await dialog('厂区.png').getByRole('button', { name: 'Next' }).click();
  await expect(dialog('旧片.avi').getByRole('status')).toContainText('The browser cannot play this format');
  await expect(dialog('旧片.avi').getByRole('link', { name: 'Download 旧片.avi' })).toHaveAttribute('href', /op=Download/);
  await dialog('旧片.avi').getByRole('button', { name: 'Close' }).last().click();

  // the browser's own viewer, in a frame that runs nothing
  await reader.getByRole('button', { name: 'Preview 报告.pdf' }).click();
  const frame = dialog('报告.pdf').locator('iframe');
  // what stands in a dialog of its own takes 94 % of the window
  const { width } = reader.viewportSize()!;
  await expect.poll(async () => Math.round((await dialog('报告.pdf').boundingBox())!.width)).toBe(Math.round(width * 0.94));
  await expect(frame).toHaveAttribute('src', /op=Preview.*tk=/);
  const paper = await reader.request.get(String(await frame.getAttribute('src')));
  expect(paper.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'content-security-policy': expect.stringMatching(/sandbox$/),
  });
  await expect(dialog('报告.pdf').getByRole('link', { name: 'Download' })).toHaveAttribute('href', /op=Download/);
  await dialog('报告.pdf').getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog('报告.pdf')).toBeHidden();
});
