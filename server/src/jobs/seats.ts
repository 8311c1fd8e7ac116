import type { Client } from 'aedes';

/** A connection of the channel that has said whose it is. */
export interface Seat {
  company: number;
  user: number;
}

/** The connections of people by whose they are: a message to one person asks for his and walks over nobody else's. */
export interface Seats<S extends Seat> {
  readonly size: number;
  get(client: Client): S | undefined;
  /** all, as they are now */
  all(): [Client, S][];
  of(company: number, user: number): [Client, S][];
  /** takes a seat, or says anew whose it is */
  set(client: Client, seat: S): void;
  delete(client: Client): void;
}

export function createSeats<S extends Seat>(): Seats<S> {
  const seats = new Map<Client, { seat: S; person: string }>();
  const people = new Map<string, Map<Client, S>>();
  const leave = (client: Client): void => {
    const person = seats.get(client)?.person ?? '';
    people.get(person)?.delete(client);
    if (people.get(person)?.size === 0) people.delete(person);
    seats.delete(client);
  };
  return {
    get size() {
      return seats.size;
    },
    get: (client) => seats.get(client)?.seat,
    all: () => [...seats].map(([client, { seat }]) => [client, seat]),
    of: (company, user) => [...(people.get(`${company} ${user}`) ?? [])],
    set: (client, seat) => {
      leave(client);
      const person = `${seat.company} ${seat.user}`;
      seats.set(client, { seat, person });
      people.set(person, (people.get(person) ?? new Map<Client, S>()).set(client, seat));
    },
    delete: leave,
  };
}
