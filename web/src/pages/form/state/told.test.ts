import { expect, it } from 'vitest';
import { ApiError } from '#web/api/error.ts';
import { EMPTY, type FormState } from './form-state.ts';
import { keptOf } from './told.ts';

/** A row was added and left empty, or spaces were typed: not as it was, and nothing all the same. */
const dirty: FormState = { ...EMPTY, values: { key_name: ' 甲' }, loaded: {} };
const refusal = (code: 314 | 331, said: string) => new ApiError(code, 'in words', { said });

it.each([
  ['nothing was typed, says the server', refusal(314, '$nothingTyped'), dirty, null],
  ['nothing was typed, says the form', refusal(331, ''), EMPTY, null],
  ['it may pass', refusal(331, ''), dirty, 'form.keptAgain'],
  ['no answer came', new ApiError(0, 'in words', { network: true }), dirty, 'form.keptAgain'],
  ['it will not pass', refusal(314, '$need'), dirty, 'form.kept'],
] as const)('FORM-11 a refusal and what is said of what was typed are one truth: %s', (_, error, state, said) => {
  expect(keptOf(error, state)).toBe(said);
});
