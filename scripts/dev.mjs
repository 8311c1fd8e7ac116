import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkNode, install, rootOf, say } from './launch/ready.mjs';

/** `npm run dev`: the server, started anew when its sources change, and the client's development server in front of it. */
const root = rootOf(import.meta.url);
process.chdir(root);
checkNode(root);
await install(root);
say('client: http://127.0.0.1:5173/ (asks the server below)');

const commands = [
  [join(root, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/src/main.ts'],
  [join(root, 'node_modules/vite/bin/vite.js'), '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
];
const children = commands.map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }));
const endAll = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const child of children) child.on('exit', endAll);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endAll);
