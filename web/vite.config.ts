import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = `http://127.0.0.1:${process.env.PORT ?? 8000}`;
const proxied = ['/app', '/sys', '/flow', '/cloud', '/report', '/openapi.json'];

/** What the entry needs at once comes in two files, not one for each set of rooms that share something: React, which seldom changes, and the rest. */
const FIRST = [
  { name: 'react', tags: ['$initial' as const], test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  { name: 'first', tags: ['$initial' as const], priority: 3 },
];

/** What everybody needs before the first list comes in one file more, with all that it imports: whatever else a page of the frame shares with it, it is split no further. */
const WORK = [
  {
    name: 'frame',
    test: /web\/src\/(shell\/(frame\/Frame|signin\/session\/SessionGuard)|pages\/(list\/ListPage|todo\/TodoPage))\.tsx$/,
    priority: 2,
  },
];

/** The entry names every file that may come later: six signs of a hash tell one version from the next as well as eight, and pack no smaller. */
const NAMES = { chunkFileNames: 'assets/[name]-[hash:7].js', assetFileNames: 'assets/[name]-[hash:7][extname]' };

/**
 * What a later file needs is named where that file is asked for, and each name weighs on what asks: style sheets stand there, the file
 * that the way to the first list waits for, and the calendar, which forms and filters draw at once. What else a page shares with others it asks for
 * itself; but `ahead`, which goes before a page, names all of it.
 */
const ahead = (_: string, deps: string[], { hostId }: { hostId: string }): string[] =>
  /^assets\/ahead-/.test(hostId) ? deps : deps.filter((dep) => /\.css$|^assets\/(frame|calendar|early)-/.test(dep));

/**
 * Parts of antd say no word of being only what they export: whoever asks one for the context of a form was given the whole form, with what
 * checks its rules (41 kB), as a form is put together there.
 */
const NO_MORE = { moduleSideEffects: [{ test: /node_modules\/@rc-component\//, sideEffects: false }] };

/** The client: one light entry with the sign-in page, the application behind it lazily. No inline scripts (CSP). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false, resolveDependencies: ahead },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { treeshake: NO_MORE, output: { ...NAMES, codeSplitting: { groups: [...FIRST, ...WORK] } } },
  },
  server: {
    port: 5173,
    host: '127.0.0.1',
    proxy: { ...Object.fromEntries(proxied.map((path) => [path, api])), '/mqtt': { target: api, ws: true } },
  },
});
