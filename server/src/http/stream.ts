import type { FastifyReply } from 'fastify';
import type { StreamReply } from '#server/ops/op.ts';

/** Sends a file so that it never runs in our origin: sandboxed, not sniffed, not stored but as long as it says, its name encoded (RFC 6266, RFC 5987). */
export function sendStream(reply: FastifyReply, file: StreamReply): FastifyReply {
  if (file.parts) reply.header('accept-ranges', 'bytes');
  if (file.part) reply.code(206).header('content-range', `bytes ${file.part.from}-${file.part.to}/${file.length}`);
  return reply
    .header('content-type', file.mime)
    .header('content-length', String(file.part ? file.part.to - file.part.from + 1 : file.length))
    .header('content-disposition', disposition(file.disposition, file.file_name))
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox")
    .header('cache-control', file.keep ? `private, max-age=${file.keep}` : 'private, no-store')
    .send(file.stream);
}

export function disposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
