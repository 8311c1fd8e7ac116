/** Longest address outside. */
const LONGEST = 500;

const ADDRESS = /^https?:\/\/(?:[\p{L}\p{N}][\p{L}\p{N}.-]*|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?:[/?#][^\s\\\p{C}]*)?$/iu;

/**
 * Whether an entry of a menu may lead to this address outside: http or https, whole, without a name and password in it (they hide where it
 * leads), and without what a browser leaves out when it reads an address.
 */
export const isHomeLink = (address: string): boolean => address.length <= LONGEST && ADDRESS.test(address);
