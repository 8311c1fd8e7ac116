import type { ComponentType } from 'react';
import type { EditProps, SearchProps } from '../widget.ts';

/** `means`: what a text means here, where a field of its type would read it otherwise */
export type EditDateProps = EditProps & { means?: (typed: string) => string | null };

interface Boxes {
  Edit: ComponentType<EditDateProps>;
  Search: ComponentType<SearchProps>;
}
let given: Boxes | null = null;

/** Said by the piece that holds them, as soon as it is there. */
export function giveBoxes(boxes: Boxes): void {
  given = boxes;
}

/** The boxes of days and times, with the calendar that hangs on them; null until they are there. */
export const boxes = (): Boxes | null => given;
