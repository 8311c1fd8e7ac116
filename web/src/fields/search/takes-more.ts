import type { FieldDef } from '#protocol/meta/field.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { seekingFilter } from '../sought.ts';

/** Whether a filter takes several values: where its field says AUTO it takes one, but shows all that stand. */
export const takesMore = ({ SearchShow }: Pick<FieldDef, 'SearchShow'>, chosen: readonly unknown[]): boolean =>
  SearchShow !== 'AUTO' || chosen.length > 1;

/** By what is chosen, one or several; nothing filters by nothing. */
export const filterBy = (ids: number | readonly number[] | null | undefined): FieldFilter | undefined =>
  seekingFilter([ids ?? []].flat(), '');
