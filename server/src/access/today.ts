/** The day that it is there, yyyy-MM-dd. */
export const dayIn = (zone: string, instant: Date): string => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return parts.format(instant);
};
