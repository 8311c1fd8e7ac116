/** The most that a packet of a listener may hold: who he is, or what he listens to. Nobody publishes. */
export const PACKET = 4 * 1024;

/** Packets that a listener may send at once, and each second after that. His page says that it is there once a minute, and confirms what it hears. */
const AT_ONCE = 200;
const A_SECOND = 50;
const CONFIRMS = 4;
/** Messages that one packet may come in: clients write its head, each name and each value for itself. */
const PIECES = 32;

/** The packets of one connection. */
export interface Followed {
  /** Hears a message that came; answers whether all that began in it is short enough, and not too much. After many in which nothing began, each counts. */
  takes(came: Uint8Array): boolean;
  /** A message went to him: the packet that confirms it is not counted. */
  told(): void;
}

/**
 * Follows the MQTT packets of one connection by their heads (MQTT 3.1.1, 2.2: a byte of kind, then the length in one to four bytes of seven
 * bits): the broker gathers a packet until it is whole, and a head may promise 256 MB; and two bytes are one, which it answers, 30,000 of a frame.
 * A message may hold a piece of a packet, or nothing: six bytes on the line, and as much work as any.
 */
export function followPackets({ most = PACKET, now = () => performance.now() } = {}): Followed {
  const pace = createPace(now);
  const pieces = createPace(now);
  let left = 0;
  let at: 'kind' | 'length' | 'body' = 'kind';
  let shift = 0;
  let crumbs = 0;
  const takes = (came: Uint8Array): boolean => {
    let began = false;
    for (let n = 0; n < came.length; ) {
      if (at === 'body') {
        const passed = Math.min(left, came.length - n);
        left -= passed;
        n += passed;
      } else {
        const byte = came[n]!;
        n += 1;
        if (at === 'kind') {
          if (!pace.goes(byte >> 4)) return false;
          began = true;
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
    crumbs = began ? 0 : crumbs + 1;
    return crumbs < PIECES || pieces.goes();
  };
  return { takes, told: pace.told };
}

/** How many may still come, by the clock. */
function createPace(now: () => number): { goes(kind?: number): boolean; told(): void } {
  let free = AT_ONCE;
  let since = now();
  let unconfirmed = 0;
  return {
    goes: (kind) => {
      if (kind === CONFIRMS && unconfirmed > 0) {
        unconfirmed -= 1;
        return true;
      }
      const at = now();
      free = Math.min(AT_ONCE, free + (Math.max(0, at - since) * A_SECOND) / 1000);
      since = at;
      if (free < 1) return false;
      free -= 1;
      return true;
    },
    told: () => {
      unconfirmed += 1;
    },
  };
}
