import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const files = readdirSync('web/src', { recursive: true, encoding: 'utf8' });
const text = (path: string): string => readFileSync(join('web/src', path), 'utf8');
/** The widgets share one sheet: a value looks alike whatever draws it. */
const SHARED = /^fields\//;
const sheets = files.filter((path) => path.endsWith('.module.css') && !SHARED.test(path));
const sources = files.filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'));

/** What the sources take of each sheet. A class that is looked up by a value (`css[look]`) may be any. */
const taken = new Map<string, { names: Set<string>; any: boolean; by: string[] }>();
for (const path of sources) {
  const said = text(path);
  for (const [, local, from] of said.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
    const sheet = from!.startsWith('#web/') ? from!.slice(5) : join(dirname(path), from!);
    const here = taken.get(sheet) ?? { names: new Set(), any: false, by: [] };
    for (const [, name] of said.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))) here.names.add(name!);
    for (const [, name] of said.matchAll(new RegExp(`\\b${local}\\['([\\w-]+)'\\]`, 'g'))) here.names.add(name!);
    here.any ||= new RegExp(`\\b${local}\\[[^'\\]]`).test(said);
    here.by.push(path);
    taken.set(sheet, here);
  }
}
const classesOf = (sheet: string): Set<string> =>
  new Set(
    [
      ...text(sheet)
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .matchAll(/\.([a-zA-Z][\w-]*)(?=[^{}]*\{)/g),
    ].map(([, name]) => name!),
  );

describe('quality: style sheets', () => {
  it('a component takes classes that its sheet has', () => {
    const missing = sheets.flatMap((sheet) =>
      [...(taken.get(sheet)?.names ?? [])].filter((name) => !classesOf(sheet).has(name)).map((name) => `${sheet} has no .${name}`),
    );
    expect(missing).toEqual([]);
  });
  it('a sheet has no class that nobody takes', () => {
    const idle = sheets.flatMap((sheet) => {
      const { names, any } = taken.get(sheet) ?? { names: new Set(), any: false };
      return any
        ? []
        : [...classesOf(sheet)].filter((name) => !names.has(name) && !name.startsWith('ant-')).map((name) => `${sheet} .${name}`);
    });
    expect(idle).toEqual([]);
  });
  it('a sheet is named after the component whose it is', () => {
    const strangers = sheets.filter((sheet) => !sources.includes(sheet.replace('.module.css', '.tsx')));
    expect(strangers.map((sheet) => basename(sheet))).toEqual([]);
  });
  it.each([
    ['sizes of type', /font-size:\s*(?:11|12|13|14|16|20|28)px/],
    ['weights', /font-weight:\s*(?:400|600)/],
    ['spaces', /(?:padding|margin|gap)[\w-]*:[^;]*(?<![\w.-])(?:4|8|12|16|20|24|32|40)px/],
    ['heights of controls', /(?<!max-)height:\s*(?:28|32|44)px/],
    ['colours', /:[^;]*(?:#[0-9a-f]{3,8}\b|rgba?\()/i],
    ['corners', /border-radius:\s*(?:3|5)px/],
  ])('%s are taken from the tokens, not written again', (_, written) => {
    const again = sheets.flatMap((sheet) =>
      text(sheet)
        .split('\n')
        .filter((line) => written.test(line))
        .map((line) => `${sheet}: ${line.trim()}`),
    );
    expect(again).toEqual([]);
  });
});
