import { useEffect, useState } from 'react';
import { ops } from '#web/api/ops.ts';
import { whenQuiet } from '#web/api/time/when-quiet.ts';
import { definedBy, useOp } from '#web/api/use-op.ts';
import { useSession } from '#web/api/use-session.ts';
import { hear, receive } from './live-message.ts';

interface Channel {
  url?: string;
  username: string;
  password: string;
  topic: string;
}

const POLL = 60_000;

export interface Counts {
  todo: number;
  read: number;
  /** unread notices of what became of my applications */
  notices: number;
}

/** Badges, told by the channel as things happen. While it is away or not there yet, anything may have happened each minute that somebody looks. */
export function useCounts(): Counts {
  const { expired } = useSession();
  const [live, setLive] = useState(false);
  const counts = useOp(ops.counts, {}, { background: true, fresh: POLL / 2 });
  useEffect(() => {
    if (live || expired) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && hear(null), POLL);
    return () => clearInterval(timer);
  }, [live, expired]);
  const data = counts.data?.data as (Partial<Counts> & { version?: number; mqtt?: Channel }) | undefined;
  const version = data?.version;
  useEffect(() => {
    if (version !== undefined) definedBy(version);
  }, [version]);
  useChannel(expired ? undefined : data?.mqtt, setLive);
  return { todo: data?.todo ?? 0, read: data?.read ?? 0, notices: data?.notices ?? 0 };
}

function useChannel(channel: Channel | undefined, setLive: (live: boolean) => void): void {
  const key = channel ? JSON.stringify([channel.username, channel.topic, channel.url]) : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each poll brings a new object for the same channel
  useEffect(() => {
    if (!channel) return;
    let ended = false;
    let end = whenQuiet(() =>
      connect(channel, setLive).then(
        (stop) => {
          if (ended) stop();
          else end = stop;
        },
        () => {},
      ),
    );
    return () => {
      ended = true;
      end();
      setLive(false);
    };
  }, [key]);
}

/** Errors of the channel are nobody's trouble: polling takes over. */
async function connect(channel: Channel, setLive: (live: boolean) => void): Promise<() => void> {
  const { default: mqtt } = await import('mqtt');
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const client = mqtt.connect(channel.url ?? `${scheme}://${location.host}/mqtt`, {
    clientId: `web-${crypto.getRandomValues(new Uint32Array(3)).join('')}`.slice(0, 23),
    username: channel.username,
    password: channel.password,
    reconnectPeriod: 15_000,
    // timers of the page itself: the policy lets no worker be made from text
    timerVariant: 'native',
    connectTimeout: 10_000,
  });
  client.on('connect', () =>
    client.subscribe(channel.topic, { qos: 1 }, (error) => {
      setLive(!error);
      // what happened before the channel listened was told to nobody
      if (!error) hear(null);
    }),
  );
  client.on('close', () => setLive(false));
  client.on('error', () => setLive(false));
  client.on('message', (_, payload) => receive(payload.toString()));
  return () => client.end(true);
}
