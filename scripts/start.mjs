import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, checkNode, install, rootOf } from './launch/ready.mjs';

const root = rootOf(import.meta.url);
try {
  process.chdir(root);
  checkNode(root);
  await install(root);
  await build(root);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
process.setSourceMapsEnabled(true);
// In this very process: who kills `npm start` kills the server, and nothing lives on that holds the port.
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href);
