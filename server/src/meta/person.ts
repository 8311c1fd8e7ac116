/**
 * Who may work: signs in, holds a step, gets a password. On alias u of app.user. One whose status says nothing is not let in. The triggers that
 * end sessions (signin/migrations.ts) say the same of a change.
 */
export const ACTIVE_PERSON = 'u.deleted_time is null and u.status = 1';
/** Everybody else whose row is still there. */
export const INACTIVE_PERSON = `(${ACTIVE_PERSON}) is not true`;

/** Who may be given a way in, on the same alias: also somebody who has never come in. A link for him makes him active. */
export const PERSON = {
  mayEnter: 'u.deleted_time is null and u.status in (1, 3)',
  isExpected: 'u.deleted_time is null and u.status = 3',
};

/** The language that the person has chosen for himself, null where he has not: company and user as the statement calls them. */
export const chosenLocale = (company: string, user: string): string =>
  `(select o.value from fw.choice o where o.company_id = ${company} and o.user_id = ${user} and o.name = 'locale')`;
