/** A record of a decision: its file and what stands in it. */
export interface Note {
  file: string;
  text: string;
}

const HEAD = `# Decisions

Half a page each: what was open, what we chose, why, what it costs. A decision that no longer holds is superseded by a later one, never deleted: a line \`Superseded by NNN …\` or \`Extended by NNN …\` below its title says so, and so does this index, which
\`npm run fix\` writes. Numbers are given in blocks to rooms, so that two people writing at once do not take the same one.

| | decision | status |
|---|---|---|
`;

/** The index of the records, with the status that each says of itself. */
export const indexOf = (notes: readonly Note[]): string => HEAD + notes.map(rowOf).join('');

function rowOf({ file, text }: Note): string {
  const number = file.slice(0, 3);
  const [first = ''] = text.split('\n');
  const title = first.replace(/^# (?:\d{3} )?/, '').replaceAll('|', '\\|');
  const said = [...text.matchAll(/^(Superseded|Extended) by (\d{3})/gm)].map(([, how, by]) => `${how!.toLowerCase()} by ${by}`);
  return `| [${number}](${file}) | ${title} | ${said.join(', ') || 'in force'} |\n`;
}
