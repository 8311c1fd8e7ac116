import { Refusal } from '#protocol/codes.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, compile, sql } from '#server/query/sql.ts';
import type { Rows } from './acts.ts';

/** Mails as they stand in the outbox, as far as the caller may list them: 315 for any other. */
export const MAILS: Rows = {
  table: ({ catalogue }) => catalogue.tables().find(({ def }) => def.uid === 'sys.mail'),
  user: async ({ tx, access }, id) => {
    const grant = access.grant(access.table('mail'), 'TakeLink');
    const { text, values } = compile(
      sql`select t.user_entity from ${relation(grant.table)} t where ${and(grant.rows('t'), sql`t.id = ${bound(id, 'bigint')}`)}`,
      access.asker,
    );
    const [mail] = await tx.query<{ user_entity: number }>(text, values);
    if (!mail) throw new Refusal(315);
    return mail.user_entity;
  },
};
