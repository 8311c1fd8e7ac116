import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Found, findSuites } from '#server/find-suites.ts';
import { sys } from './sys/suite.ts';

/** The files of a suite that a guide shows, each below its path, and what it says that the product says. */
export interface Guide {
  files: readonly (readonly [path: string, text: string])[];
  said: readonly string[];
  /** The folder of suites after the guide's files were copied there, below the house so that what they import is found. */
  copied(change?: (text: string, path: string) => string): Promise<string>;
  /** Takes the copies away. */
  clear(): Promise<void>;
}

/** What lies in a guide's folder, beside the platform's own. */
export async function foundBesideSys(folder: string): Promise<Found> {
  const found = await findSuites(pathToFileURL(`${folder}/`));
  return { ...found, suites: [sys, ...found.suites] };
}

export async function readGuide(name: string): Promise<Guide> {
  const guide = await readFile(new URL(`../docs/guides/${name}.md`, import.meta.url), 'utf8');
  const files = [...guide.matchAll(/^`suites\/(\S+\.ts)`:\n\n```ts\n([\s\S]*?)```/gm)].map(([, path, text]) => [path!, text!] as const);
  const said = [...guide.matchAll(/```text\n([\s\S]*?)```/g)].map(([, text]) => text!);
  if (files.length !== [...guide.matchAll(/^```ts\n/gm)].length) throw new Error(`${name}.md: a block of code stands below no path`);
  const made: string[] = [];
  return {
    files,
    said,
    copied: async (change = (text) => text) => {
      await mkdir('.cache', { recursive: true });
      const folder = await mkdtemp(join(process.cwd(), '.cache', `${name}-`));
      made.push(folder);
      for (const [path, text] of files) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), change(text, path));
      }
      return folder;
    },
    clear: async () => {
      await Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}
