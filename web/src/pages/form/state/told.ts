import type { Fault } from '#protocol/fields/kind.ts';
import { type ApiError, remarkOf } from '#web/api/error.ts';
import { type FormState, isDirty, type Told } from './form-state.ts';
import { placeOf } from './sent/submission.ts';

export const toldOf = ({ code, text, data }: Fault): Told => ({ code, remark: `$${text}`, data: { ...data } });

export const wordsOf = (told: Told): string => remarkOf(told);

/** What a refused save tells of single places, the first of it first; `isPlace` says whether the form draws one. */
export function toldBy(error: ApiError, state: FormState, isPlace: (place: string) => boolean): [place: string, told: Told][] {
  const all = Array.isArray(error.data.errors)
    ? (error.data.errors as Told[])
    : [{ code: error.code, remark: error.remark, data: error.data }];
  return all.flatMap(({ code, remark, data = {} }): [string, Told][] => {
    const place = placeOf({ ...data, field_name: data.field_name ?? data.field }, state);
    return isPlace(place) ? [[place, { code: code as Told['code'], remark, data, byServer: true }]] : [];
  });
}

/** What is said of what was typed beside a refusal that names no place: nothing where nothing was. */
export function keptOf(error: ApiError, state: FormState): 'form.kept' | 'form.keptAgain' | null {
  if (error.said === '$nothingTyped' || !isDirty(state)) return null;
  return isPassing(error) ? 'form.keptAgain' : 'form.kept';
}

/** What another attempt may find gone: no answer came, or the server could not just then. */
const isPassing = ({ network, code }: ApiError): boolean => network || [103, 300, 306, 331].includes(code);
