import { z } from 'zod';
import { suiteDef } from '#protocol/meta/suite.ts';

/** JSON Schema of a suite with its tables, fields, states, actions and events, as text. */
export const suiteSchema = (): string => `${JSON.stringify(z.toJSONSchema(suiteDef, { io: 'input', reused: 'ref' }), null, 1)}\n`;
