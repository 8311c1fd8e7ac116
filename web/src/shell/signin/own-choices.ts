import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { isLooking, onSession, type SessionUser, sessionState } from '#web/api/session.ts';
import { adoptChoices, keepNoChoices, setTeller } from '#web/choices/choices.ts';

const tell = (name: string, value: string) => call(ops.choose, { name, value }, { background: true });

/** What a person chooses goes to the server while he is signed in, and nowhere before. */
export function followChoices(): void {
  const follow = () => {
    if (isLooking()) keepNoChoices();
    else setTeller(sessionState().session ? tell : null);
  };
  follow();
  onSession(follow);
}

/** As the server says it of the signed-in person: at sign-in, and with each load of the frame. */
export const takeChoices = (user: SessionUser): void =>
  // who looks through somebody's eyes looks in his own language and light
  isLooking() ? undefined : adoptChoices(`${user.subname ?? ''}/${user.id}`, (user.choices ?? {}) as Readonly<Record<string, string>>);
