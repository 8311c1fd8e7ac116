import { gridOf } from './grid.ts';
import type { Space } from './space.ts';

/** Of the data of a finding those fields of which, beside the rest of it, no other value goes wrong: it is for exactly this one. That a field is empty is none. */
export function aloneAt(space: Space, at: number, goesWrong: (at: number) => boolean): string[] {
  const isAlone = ({ values, stride }: Space['fields'][number]): boolean => {
    const digit = Math.floor(at / stride) % values.length;
    return values.every((_, other) => {
      const there = at + (other - digit) * stride;
      return other === digit || values[other] === null || !space.isData(there) || !goesWrong(there);
    });
  };
  const { fields } = space;
  return fields.filter((axis) => gridOf(axis.def) && space.valueAt(at, axis.name) !== null && isAlone(axis)).map(({ name }) => name);
}
