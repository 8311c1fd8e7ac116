import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { cellXml, escaped } from './cells.ts';
import type { Row, Sheet } from './sheet.ts';
import { createStyles, type Styles } from './styles.ts';

/** Bytes of a file of one sheet (Office Open XML, ECMA-376), row by row: however many rows, little of it stands in memory. A reader that breaks off leaves no end of the file. */
export function workbook(sheet: Sheet): Readable {
  const styles = createStyles();
  const zip = new ZipFile();
  const put = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, { mtime: sheet.made });
  put('[Content_Types].xml', TYPES);
  put('_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']]));
  put('xl/workbook.xml', workbookXml(sheet));
  put(
    'xl/_rels/workbook.xml.rels',
    relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
  );
  zip.addReadStreamLazy('xl/worksheets/sheet1.xml', { mtime: sheet.made }, (done) => done(null, Readable.from(sheetXml(sheet, styles))));
  // its turn comes when the last row is written: only then are all looks known
  zip.addReadStreamLazy('xl/styles.xml', { mtime: sheet.made }, (done) => done(null, Readable.from([styles.xml()])));
  zip.end();
  return Readable.from(zip.outputStream as AsyncIterable<Buffer>);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${KIND}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/></Types>`;

const relations = (all: readonly (readonly [kind: string, path: string])[]): string =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([kind, path], at) => `<Relationship Id="r${at + 1}" Type="${OFFICE}/${kind}" Target="${path}"/>`)
    .join('')}</Relationships>`;

function workbookXml({ name, frozen, heads: repeated = 1 }: Sheet): string {
  const called = escaped(sheetName(name));
  const heads = `<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">'${called}'!$${frozen - repeated + 1}:$${frozen}</definedName></definedNames>`;
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${called}" sheetId="1" r:id="r1"/></sheets>${frozen > 0 ? heads : ''}</workbook>`;
}

/** A name that the format allows: 31 letters at most, none of `[]:*?/\`, and no ' that would end a name. */
export const sheetName = (name: string): string =>
  [...name.replace(/[[\]:*?/\\\p{C}]/gu, ' ').replaceAll("'", '’')].slice(0, 31).join('').trim() || 'Sheet1';

/** Letters of a chunk: rows are written together, not one by one. */
const CHUNK = 64 * 1024;

async function* sheetXml({ widths, frozen, levels = 0, rows }: Sheet, styles: Styles): AsyncGenerator<string> {
  const pane = `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>`;
  const folds = levels > 0 ? `<sheetFormatPr defaultRowHeight="15" outlineLevelRow="${Math.min(levels, MOST_LEVELS)}"/>` : '';
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('');
  let text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetPr><outlinePr summaryBelow="0"/><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">${frozen > 0 ? pane : ''}</sheetView></sheetViews>${folds}<cols>${columns}</cols><sheetData>`;
  let at = 0;
  for await (const row of rows) {
    at += 1;
    text += rowXml(row, at, styles);
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  yield `${text}</sheetData><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>`;
}

/** Levels that rows can be folded to. */
const MOST_LEVELS = 7;

const rowXml = ({ cells, look = 'body', level = 0 }: Row, at: number, styles: Styles): string =>
  `<row r="${at}"${look === 'title' ? ' ht="26" customHeight="1"' : ''}${level > 0 ? ` outlineLevel="${Math.min(level, MOST_LEVELS)}"` : ''}>${cells.map((cell, column) => cellXml(cell, column, at, look, styles)).join('')}</row>`;
