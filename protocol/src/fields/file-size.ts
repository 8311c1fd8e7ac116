import { sortOf, takenBy } from './endings.ts';

const MIB = 1024 * 1024;
/** Bytes of one file, whatever a person or a company may have together (`UPLOADS_MB`, `COMPANY_FILES_MB`). */
export const LARGEST_FILE = 100 * MIB;
/** Bytes of a picture of a field of pictures: it is decoded. */
export const LARGEST_PICTURE = 20 * MIB;

/** Bytes that a file of this name may have in a field of this type. */
export const largestIn = (data_type: Parameters<typeof takenBy>[0], file_name: string): number =>
  takenBy(data_type) && sortOf(file_name) === 'picture' ? LARGEST_PICTURE : LARGEST_FILE;
