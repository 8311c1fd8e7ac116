import type { DataType } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';

/** What a file is, by the ending of its name: the page shows each in its own way. */
export type FileSort = 'picture' | 'video' | 'sound' | 'page';

interface Ending {
  sort: FileSort;
  /** what a browser is told that it is; absent: none plays or shows it, it is had as a file */
  mime?: string;
}

/** Endings that say what a file is (engine, uploads and previews; sounds are ours). Nothing here can run. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  jpg: { sort: 'picture', mime: 'image/jpeg' },
  jpeg: { sort: 'picture', mime: 'image/jpeg' },
  png: { sort: 'picture', mime: 'image/png' },
  gif: { sort: 'picture', mime: 'image/gif' },
  bmp: { sort: 'picture', mime: 'image/bmp' },
  mp4: { sort: 'video', mime: 'video/mp4' },
  webm: { sort: 'video', mime: 'video/webm' },
  wmv: { sort: 'video' },
  mov: { sort: 'video', mime: 'video/quicktime' },
  mpeg: { sort: 'video' },
  mpg: { sort: 'video' },
  ogg: { sort: 'video', mime: 'video/ogg' },
  flv: { sort: 'video' },
  avi: { sort: 'video' },
  rmvb: { sort: 'video' },
  rm: { sort: 'video' },
  dat: { sort: 'video' },
  '3gp': { sort: 'video', mime: 'video/3gpp' },
  mp3: { sort: 'sound', mime: 'audio/mpeg' },
  m4a: { sort: 'sound', mime: 'audio/mp4' },
  wav: { sort: 'sound', mime: 'audio/wav' },
  flac: { sort: 'sound', mime: 'audio/flac' },
  pdf: { sort: 'page', mime: 'application/pdf' },
  txt: { sort: 'page', mime: 'text/plain; charset=utf-8' },
};

/** The ending of a name in lower case, '' where it has none. */
export const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const known = (name: string): Ending | undefined => {
  const ending = endingOf(name);
  return Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
};
export const sortOf = (name: string): FileSort | null => known(name)?.sort ?? null;

/** The type to serve a file under, by its ending alone: what the client said of it is never repeated. Null: an attachment only. */
export const shownType = (name: string): string | null => known(name)?.mime ?? null;

const sorted = (...sorts: readonly FileSort[]): readonly string[] =>
  Object.keys(ENDINGS).filter((ending) => ending !== 'bmp' && sorts.includes(ENDINGS[ending]!.sort));

/** The only endings of a type, all of them judged by what they hold when they are uploaded; a bitmap is previewed and not taken. */
const TAKEN: { readonly [Type in DataType]?: readonly string[] } = {
  image: sorted('picture'),
  video: sorted('video'),
  media: sorted('picture', 'video', 'sound'),
};

/** What fields of a type take at most; undefined: whatever their `format` says. */
export const takenBy = (type: DataType): readonly string[] | undefined => TAKEN[type];

/** The endings that a field takes, its `format`, else those of its type; undefined: all but programs. */
export const endingsOf = ({ data_type, format }: Pick<FieldDef, 'data_type' | 'format'>): readonly string[] | undefined =>
  format?.split(',').map((one) => one.trim().toLowerCase()) ?? TAKEN[data_type];
