import { startEmbedded } from './embedded.ts';

/**
 * A server process for the launcher's tests: serves the folder of argv 2 (argv 3: the shared home), prints a line of JSON, and ends
 * in order when its input ends. A refusal goes to the error output and ends it with 1.
 */
const [dataDir = '', sharedHome] = process.argv.slice(2);
const fail = (error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
};
try {
  const said: string[] = [];
  const {
    ownerUrl: url,
    url: servingUrl,
    adminUrl,
    adopted,
    stop,
  } = await startEmbedded({ dataDir, sharedHome, say: (line) => said.push(line), lost: fail });
  process.stdout.write(`${JSON.stringify({ url, servingUrl, adminUrl, adopted, said })}\n`);
  process.stdin.on('end', () => stop().then(() => process.exit(0), fail));
  process.stdin.resume();
} catch (error) {
  fail(error as Error);
}
