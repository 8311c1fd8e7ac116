/** Making one takes longer than the rest of a small call. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The day that it is there, yyyy-MM-dd. */
export const dayIn = (zone: string, instant: Date): string => {
  const known = formats.get(zone);
  const format = known ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  if (!known) formats.set(zone, format);
  return format.format(instant);
};
