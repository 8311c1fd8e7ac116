/** Why a session of this window ended without the person's signing out: idle too long, over for the server, or his password was changed; or that he has just registered. */
export type Farewell = 'idle' | 'expired' | 'changed' | 'registered';
let last: Farewell | null = null;

/** Why the person is back at the sign-in page. */
export const farewell = (): Farewell | null => last;
export const sayFarewell = (why: Farewell): void => {
  last = why;
};
export const forgetFarewell = (): void => {
  last = null;
};
