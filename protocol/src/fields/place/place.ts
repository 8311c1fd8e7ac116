/** The three parts of a place as its text has them; what is not there is ''. */
export interface Place {
  lng: string;
  lat: string;
  address: string;
}

/** The parts of `lng,lat,address`: all behind the second comma is the address. */
export function placeOf(text: string): Place {
  const [lng = '', lat = '', ...address] = text.split(',');
  return { lng: lng.trim(), lat: lat.trim(), address: address.join(',').trim() };
}

/** The parts as one text; '' where none of them is there. */
export const placeText = ({ lng, lat, address }: Place): string => (lng || lat || address ? `${lng},${lat},${address}` : '');

/** Degrees as they are kept: rounded to six decimals, without zeros that say nothing. */
export const asPlace = (degrees: number): string => String(Number(degrees.toFixed(6)) + 0);
