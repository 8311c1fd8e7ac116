import type { TextKey } from '#web/i18n/catalogue.ts';
import type { Asked } from './AskedField.tsx';

/** Lines that more than one form before the sign-in asks for. */
type Fault = 'empty' | 'format';

/** The account of a company. */
export const accountLine = (label: TextKey, hint: TextKey): Asked<Fault> => ({
  ...{ label, hint, faults: { empty: 'signin.subnameEmpty', format: 'signin.subnameFormat' } },
  ...{ most: 60, complete: 'off' },
});

/** What a company or a person is called. */
export const nameLine = (label: TextKey, empty: TextKey, complete: 'organization' | 'name'): Asked<Fault> => ({
  ...{ label, faults: { empty }, most: complete === 'name' ? 40 : 60, complete },
});

/** The name that somebody signs in with. */
export const userLine = (hint?: TextKey): Asked<Fault> => ({
  ...{ label: 'signin.username', ...(hint ? { hint } : {}), faults: { empty: 'signin.usernameEmpty', format: 'signin.usernameFormat' } },
  ...{ most: 60, complete: 'username' },
});
