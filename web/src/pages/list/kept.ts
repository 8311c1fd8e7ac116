/** What a person set on a list, on this machine: density and page size, by table. */
export type Density = 'dense' | 'normal' | 'roomy';
export const ROW_HEIGHT: Readonly<Record<Density, number>> = { dense: 32, normal: 36, roomy: 44 };

interface Kept {
  density: Density;
  rows: number;
}

const KEY = 'fw.list';
const NONE: Kept = { density: 'normal', rows: 10 };

function all(): Record<string, Partial<Kept>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Partial<Kept>>;
  } catch {
    return {};
  }
}

export function keptList(cloud: string): Kept {
  const kept = { ...NONE, ...all()[cloud] };
  return Object.hasOwn(ROW_HEIGHT, kept.density) ? kept : { ...kept, density: NONE.density };
}

export function keepList(cloud: string, change: Partial<Kept>): void {
  const kept = all();
  localStorage.setItem(KEY, JSON.stringify({ ...kept, [cloud]: { ...kept[cloud], ...change } }));
}
