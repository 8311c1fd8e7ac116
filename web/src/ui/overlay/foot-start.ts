import { createContext, type ReactNode } from 'react';

/** What stands at the beginning of the foot of a dialog that somebody else draws, such as the way to add what a picker does not have. */
export const FootStart = createContext<ReactNode>(null);
