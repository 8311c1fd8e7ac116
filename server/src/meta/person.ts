/**
 * Who may work: signs in, holds a step, gets a password. On alias u of app.user. One whose status says nothing is not let in. The triggers that
 * end sessions (signin/migrations.ts) say the same of a change.
 */
export const ACTIVE_PERSON = 'u.deleted_time is null and u.status = 1';
/** Everybody else whose row is still there. */
export const INACTIVE_PERSON = `(${ACTIVE_PERSON}) is not true`;
