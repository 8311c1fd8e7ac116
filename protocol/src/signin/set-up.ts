/** How an empty platform gets its first administrator: with a one-time code that only who reads the server's log knows. */
export interface SetUp {
  /** both folded (names.ts) */
  subname: string;
  username: string;
  company: string;
  person: string;
  random: string;
  realm: string;
}

/** All that is set up is part of what the code proves: nobody between may change a name. None of them holds a line feed. */
export const setUpMessage = (of: SetUp): string =>
  ['P1', 'SetUp', of.subname, of.username, of.company, of.person, of.random, of.realm].join('\n');
