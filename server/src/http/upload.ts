import type { FastifyRequest } from 'fastify';
import { Refusal } from '#protocol/codes.ts';
import type { Incoming } from '#server/ops/dispatch.ts';

/** All the fields before a file are no more than a small body (SMALL), so that they are not counted either. */
const LIMITS = { fields: 16, fieldSize: 1_024, files: 1, fileSize: 101 * 1024 * 1024, parts: 17, headerPairs: 50, headerSize: 8_192 };
/** Letters of a file's name; what a longer one says is not looked at. */
const LONGEST_NAME = 1_000;

/** A multipart body: the fields, which must come first, then one file as a stream. */
export async function uploaded(request: FastifyRequest): Promise<Pick<Incoming, 'form' | 'file'>> {
  if (!request.isMultipart()) throw new Refusal(317);
  const form: Record<string, unknown> = {};
  for await (const part of partsOf(request)) {
    const name = part.type === 'file' ? (part.filename ?? '') : '';
    if (part.type === 'file' && name.length > LONGEST_NAME) {
      part.file.resume();
      throw new Refusal(316, '', { field: 'file' });
    }
    if (part.type === 'file') return { form, file: { name, mime: part.mimetype, bytes: part.file } };
    if (Object.hasOwn(form, part.fieldname) || part.fieldname === '__proto__' || part.valueTruncated)
      throw new Refusal(317, '', { field: part.fieldname });
    form[part.fieldname] = part.value;
  }
  throw new Refusal(314, '', { field: 'file' });
}

/** The parts as they come; a body that is no whole multipart is 317, one over the limits 316. */
async function* partsOf(request: FastifyRequest): ReturnType<FastifyRequest['parts']> {
  try {
    yield* request.parts({ limits: LIMITS });
  } catch (error) {
    throw new Refusal((error as { statusCode?: number }).statusCode === 413 ? 316 : 317);
  }
}
