/** What the code of a suite (`suites/CODE/server`) knows of the server: nothing else of it. */
import type { Handlers } from '#server/meta/handler.ts';

export type { CallDesk, CallRow, Handler, Handlers, MadeFile, Said, Text } from '#server/meta/handler.ts';

/** Gives handlers their type while they are written; loading checks that each action's is there. */
export const defineHandlers = <Own extends Handlers>(handlers: Own): Own => handlers;
