import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CODES } from '#protocol/codes.ts';
import type { OpDef } from '#protocol/ops/op.ts';

/** The calls as OpenAPI 3.1, generated from their declarations: one POST a path, `op` a query parameter, bodies `oneOf` by op. */
export function openApi(ops: readonly OpDef[]): Record<string, unknown> {
  const byPath = groupByPath(ops);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Formwork',
      version: '0.1.0',
      description: 'Calls are POST, form-encoded or JSON, with a `token` header and `_os=web`; every answer is an envelope.',
    },
    paths: Object.fromEntries([...byPath].map(([path, defs]) => [path, pathItem(defs)])),
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
      schemas: { Envelope: ENVELOPE },
    },
    security: [{ token: [] }],
  };
}

function groupByPath(ops: readonly OpDef[]): Map<string, OpDef[]> {
  const byPath = new Map<string, OpDef[]>();
  for (const op of ops) byPath.set(op.path, [...(byPath.get(op.path) ?? []), op]);
  return byPath;
}

function pathItem(defs: readonly OpDef[]): Record<string, unknown> {
  const files = defs.filter((def) => def.get);
  return {
    post: operation(defs, {
      requestBody: {
        content: Object.fromEntries(
          bodyTypes(defs).map((type) => [
            type,
            { schema: { oneOf: defs.filter((def) => Boolean(def.upload) === (type === 'multipart/form-data')).map(bodySchema) } },
          ]),
        ),
      },
    }),
    ...(files.length ? { get: operation(files, {}) } : {}),
  };
}

function bodyTypes(defs: readonly OpDef[]): string[] {
  const plain = defs.some((def) => !def.upload) ? ['application/x-www-form-urlencoded', 'application/json'] : [];
  return defs.some((def) => def.upload) ? [...plain, 'multipart/form-data'] : plain;
}

const operation = (defs: readonly OpDef[], rest: Record<string, unknown>): Record<string, unknown> => ({
  parameters: [{ name: 'op', in: 'query', required: true, schema: { type: 'string', enum: defs.map((def) => def.op) } }],
  ...rest,
  responses: {
    200: {
      description: 'The envelope, or the bytes of a file',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
    },
  },
  'x-text-code': defs.filter((def) => def.textCode).map((def) => def.op),
  'x-free': defs.filter((def) => def.free).map((def) => def.op),
});

const bodySchema = (def: OpDef): Record<string, unknown> => ({
  ...z.toJSONSchema(def.request, { io: 'output', unrepresentable: 'any' }),
  title: def.op,
  description: def.summary,
  'x-op': def.op,
});

const ENVELOPE = {
  type: 'object',
  required: ['code', 'remark', 'duration'],
  properties: {
    code: {
      type: 'integer',
      enum: Object.keys(CODES).map(Number),
      description: Object.entries(CODES)
        .map(([code, text]) => `${code} ${text.en_US}`)
        .join('; '),
    },
    remark: { type: 'string', description: 'empty: the text of the code; `$name`: a text of the catalogue filled from data' },
    data: { type: 'object' },
    rows: { type: 'array', items: { type: 'object' } },
    total: { type: 'integer' },
    total_kind: { enum: ['exact', 'bounded', 'estimated'] },
    notify: { type: 'object' },
    duration: { type: 'number', description: 'milliseconds in the server' },
  },
};

/** `/openapi.json`, made once. */
export function registerOpenApi(app: FastifyInstance, ops: readonly OpDef[]): void {
  const body = JSON.stringify(openApi(ops));
  app.get('/openapi.json', (_, reply) => reply.type('application/json; charset=utf-8').send(body));
}
