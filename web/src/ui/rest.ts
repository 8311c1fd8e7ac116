import { createContext } from 'react';

/** Why nothing can be done in this part of the page; null where it can. Buttons in it stand there at rest, and say it. */
export const Rest = createContext<string | null>(null);
