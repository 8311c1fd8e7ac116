/** The most that a packet of a listener may hold: who he is, or what he listens to. Nobody publishes. */
export const PACKET = 4 * 1024;

/**
 * Follows the MQTT packets of one connection by their heads (MQTT 3.1.1, 2.2: a byte of kind, then the length in one to four bytes of seven
 * bits). Given what came, answers whether every packet that began in it says that it is short enough: the broker gathers one until it is
 * whole, and a head may promise 256 MB.
 */
export function followPackets(most = PACKET): (came: Uint8Array) => boolean {
  let left = 0;
  let at: 'kind' | 'length' | 'body' = 'kind';
  let shift = 0;
  return (came) => {
    for (let n = 0; n < came.length; ) {
      if (at === 'body') {
        const passed = Math.min(left, came.length - n);
        left -= passed;
        n += passed;
      } else {
        const byte = came[n]!;
        n += 1;
        if (at === 'kind') {
          at = 'length';
          shift = 0;
        } else {
          left += (byte & 127) * 2 ** shift;
          shift += 7;
          if (left > most || shift > 28) return false;
          if (byte < 128) at = 'body';
        }
      }
      if (at === 'body' && left === 0) at = 'kind';
    }
    return true;
  };
}
