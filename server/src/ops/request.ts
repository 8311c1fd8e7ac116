import type { z } from 'zod';
import { type Code, Refusal } from '#protocol/codes.ts';
import type { OpDef } from '#protocol/ops/op.ts';

/** Fields every call may carry beside its own: who the client is, and whether a person is behind it. */
const COMMON = ['_os', '_bg', '_confirm'];

/** As zod's own `validate` asks, which tells no reason. Its public types do not name it: request.test.ts counts that it holds. */
const FIRST_WRONG: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true };

/**
 * The typed request of an op, or 314 (missing), 316 (too long), 341 (too many), 317 (anything else), naming the field in `data.field`. The
 * first that is wrong ends it: a body of 200,000 wrong values, from whoever has a session, costs no more than a right one.
 */
export function parseRequest<Req extends z.ZodObject>(def: OpDef<Req>, form: Record<string, unknown>): z.infer<Req> {
  const own = Object.fromEntries(Object.entries(form).filter(([name]) => !COMMON.includes(name)));
  const parsed = def.request.safeParse(own, FIRST_WRONG);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const field = String(issue.path[0] ?? (issue.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : '')).slice(0, 60);
  // a text of the catalogue that the schema names; what the schema library says itself is for nobody
  const remark = issue.message.startsWith('$') ? issue.message : '';
  throw new Refusal(codeOf(issue, own), remark, { field, ...(remark && issue.code === 'too_big' && { limit: issue.maximum }) });
}

function codeOf(issue: z.core.$ZodIssue, form: Record<string, unknown>): Code {
  if (issue.path.length === 1 && form[String(issue.path[0])] === undefined) return 314;
  if (issue.code === 'too_big' && (issue.origin === 'string' || issue.origin === 'array')) return issue.origin === 'array' ? 341 : 316;
  return 317;
}
