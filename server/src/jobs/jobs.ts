import type { Server } from 'node:http';
import { expireLate } from '#server/flow/act/clock/expire.ts';
import { sweepMail } from '#server/mail/outbox.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { settleUploads, sweepFiles } from '#server/records/files/files.ts';
import { sweepRids } from '#server/records/once/rid.ts';
import { type ChannelOptions, type Listener, type LiveMessage, openChannel } from './channel.ts';
import { isChannelPassword, topicOf } from './credentials.ts';
import { startForward } from './forward.ts';
import { startMail } from './mail.ts';
import { sweepOutbox } from './outbox.ts';
import { startRelay } from './relay.ts';
import { remindLate } from './remind.ts';
import { watchRoom } from './room.ts';
import { startTicks, type Tick } from './ticks.ts';

export interface JobsOptions {
  /** the HTTP server that carries the channel at /mqtt */
  server: Server;
  /** the live session of a public id; jobs know no sign-in */
  sessionOf(sid: string): Promise<Session | null>;
  /** where a connection of the channel comes from */
  callerOf: ChannelOptions['callerOf'];
  /** work by the clock; its queues were made by the one who owns the tables */
  ticks: readonly Tick[];
  troubled(error: unknown): void;
}

/** The work by the clock of this room and of those it knows. */
export const jobTicks = (house: House, warn: (error: Error) => void): Tick[] => [
  { name: 'remind', cron: '* * * * *', run: () => remindLate(house.db, house.clock.now()) },
  { name: 'expire', cron: '* * * * *', run: () => expireLate(house, warn) },
  {
    name: 'sweep-outbox',
    cron: '7 * * * *',
    run: () => sweepOutbox(house.db, house.clock.now(), { forwarded: house.settings.mqttUrl !== null, warn }),
  },
  { name: 'sweep-requests', cron: '17 * * * *', run: () => sweepRids(house.db, house.clock.now()) },
  { name: 'settle-uploads', cron: '* * * * *', run: () => settleUploads(house) },
  { name: 'sweep-mail', cron: '57 * * * *', run: () => sweepMail(house.db, house.clock.now(), { sends: house.mail !== undefined }) },
  { name: 'sweep-files', cron: '27 * * * *', run: () => sweepFiles(house) },
];

/** Starts what runs beside requests: live counts, reminders, sweeping. Answers how to stop it all. */
export async function startJobs(house: House, { server, sessionOf, callerOf, ticks, troubled }: JobsOptions): Promise<() => Promise<void>> {
  const { db } = house;
  const channel = await openChannel({ verify: (sid, password) => listenerOf(house, sessionOf, sid, password), callerOf });
  channel.attach(server);
  const unlisten = await db.listen('fw_session', (said) => void channel.recheck((listener) => concerns(said, listener)).catch(troubled));
  const unfollow = await db.listen('rights', (said) => channel.announce(DEFINED, ({ company }) => said === '' || said === String(company)));
  const idle = setInterval(() => void channel.recheck(() => true).catch(troubled), 60_000).unref();
  const stopRoom = watchRoom(house.files, troubled);
  const stopRelay = startRelay(house, channel);
  const stopForward = house.settings.mqttUrl ? startForward(house, house.settings.mqttUrl, troubled) : async () => undefined;
  const stopMail = house.mail ? await startMail(house, house.mail, troubled) : async () => undefined;
  const stopTicks = await startTicks(db, ticks, troubled);
  return async () => {
    clearInterval(idle);
    stopRoom();
    stopRelay();
    await Promise.all([channel.close(), stopForward(), stopMail(), stopTicks(), unlisten(), unfollow()]);
  };
}

async function listenerOf(house: House, sessionOf: JobsOptions['sessionOf'], sid: string, password: string): Promise<Listener | null> {
  const session = await sessionOf(sid);
  if (!session || !isChannelPassword(house.keys.channel, sid, session.user.id, password)) return null;
  return { sid, company: session.company.id, user: session.user.id, topic: topicOf(session), locale: session.locale };
}

/** What people may do or choose from is otherwise: who is told asks for his counts, and by their version for definitions. */
const DEFINED: LiveMessage = { title: '', content: '', data: { kind: 'defined' } };

/** A session that ended says its id; a person whose sessions were revoked, or whose language is another, says `user <company> <id>`; nothing said is anything. */
const concerns = (said: string, { sid, company, user }: Listener): boolean =>
  said === '' || said === sid || said === `user ${company} ${user}`;
