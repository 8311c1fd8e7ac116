import { describe, expect, it } from 'vitest';
import { indexOf } from './index-of-decisions.ts';
import { deadReferences, wrongReferences } from './references.ts';

const there = new Set(['docs/contract.md', 'docs/guides/settings.md', 'README.md']);
const dead = (path: string, text: string) => deadReferences([{ path, text }], (file) => there.has(file), new Set(['040']));

describe('what the house refers to lies in the house', () => {
  it.each([
    ['a.ts', '/** believed for half a second (docs/decisions/040) */'],
    ['a.ts', 'decision 0.75 of the ceiling, a decision in 6 statements'],
    ['docs/x.md', '[contract](contract.md) and [settings](guides/settings.md#a) and [elsewhere](https://example.org/x.md)'],
    ['a.ts', "'See docs/guides/settings.md.'"],
  ])('%s may say: %s', (path, text) => expect(dead(path, text)).toEqual([]));

  it.each([
    ['a.ts', '/** bounded (decisions 3) */', 'decisions 3: of which list?'],
    ['a.md', 'see decision 071.', 'decision 071: of which list?'],
    ['a.ts', '// docs/decisions/041 says', 'there is no docs/decisions/041'],
    ['a.ts', '// docs/gone.md says', 'there is no docs/gone.md'],
    ['docs/x.md', '[gone](gone.md)', 'the link to gone.md leads nowhere'],
    ['a.ts', '/** Read (workflow 2.4) */', 'workflow 2 does not lie in the house'],
    ['a.ts', '// metadata.md, section 2', 'metadata.md does not lie in the house'],
    ['a.ts', "'/work/elsewhere'", '/work/ does not lie in the house'],
  ])('%s: %s is told', (path, text, said) => expect(dead(path, text).join('\n')).toContain(`${path}:1: ${said}`));

  it('the house itself says nothing else', () => expect(wrongReferences(new URL('../..', import.meta.url).pathname)).toEqual([]));
});

it('the index says the status that a record says of itself', () => {
  const notes = [
    { file: '001-a.md', text: '# 001 One\n\nSuperseded by 003 in what it costs.\n' },
    { file: '003-b.md', text: '# 003 Three\n\nChosen: it is not Superseded by anything\n' },
  ];
  expect(indexOf(notes)).toMatch(
    /\| \[001\]\(001-a\.md\) \| One \| superseded by 003 \|\n\| \[003\]\(003-b\.md\) \| Three \| in force \|\n$/,
  );
});
