/** Marks in what browsers call themselves: several name others too, so the first that is found counts. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Browser and system of a session as a person calls them; what is neither goes by the first word that it says of itself. */
export function deviceOf(userAgent: string): string {
  const named = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([mark]) => userAgent.includes(mark))?.[1] ?? []);
  return named.join(' · ') || userAgent.split(/[ /]/, 1)[0] || '–';
}
