import { draw } from './gallery/pictures.ts';
import { serve } from './gallery/serve.ts';

/**
 * `npm run gallery [-- PORT]` serves the stories of all fields on this machine, anew at every change of a source (5174).
 * `npm run gallery pictures [FOLDER]` draws them on contact sheets, in both languages, light and dark (.cache/gallery), lists what axe finds on
 * them, and ends with 1 where it finds anything.
 */
async function main(): Promise<void> {
  const [first, folder = '.cache/gallery'] = process.argv.slice(2);
  if (first === 'pictures') {
    const { files, stumbles } = await draw(folder);
    for (const line of [...files, ...stumbles]) process.stdout.write(`${line}\n`);
    process.exitCode = stumbles.length > 0 ? 1 : 0;
    return;
  }
  const { url } = await serve(Number(first ?? 5174));
  process.stdout.write(`gallery: ${url}\n`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
