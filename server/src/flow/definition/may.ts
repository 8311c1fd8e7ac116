import type { Flow } from './definition.ts';

/** What a holder may do with his row beside deciding it, as the definition's flags say. */
export type RowAct = 'relay' | 'assign' | 'add_sign';

/** The step's own action says it, else the table (specification, engine section 4). */
export function may({ def, steps }: Flow, step: number, act: RowAct): boolean {
  const own = steps.get(step)?.def?.actions?.find(({ op }) => op === 'Review')?.[act];
  return (own ?? def[act] ?? 0) === 1;
}

/** Whether the definition promises that nothing goes past the step: its signers are those whom it finds itself. */
export const mustPass = ({ def }: Flow, step: number): boolean => def.assert.some(({ must_pass }) => must_pass === step);
