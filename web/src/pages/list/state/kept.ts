import { tableOf } from '#web/api/table-of.ts';
import { choice, choose } from '#web/choices/choices.ts';

/** What a person set on a list, by its table: density and rows a page. Where a list has no density of its own his for all lists holds. */
export type Density = 'dense' | 'normal' | 'roomy';
export const ROW_HEIGHT: Readonly<Record<Density, number>> = { dense: 32, normal: 36, roomy: 44 };

export const ownRows = (cloud: string): number => Number(choice(`rows.${tableOf(cloud)}`) ?? 10);
export const keepRows = (cloud: string, rows: number): void => choose(`rows.${tableOf(cloud)}`, String(rows));

export const ownDensity = (cloud: string): Density => (choice(`density.${tableOf(cloud)}`) ?? choice('density') ?? 'normal') as Density;
export const keepDensity = (cloud: string, density: Density): void => choose(`density.${tableOf(cloud)}`, density);
