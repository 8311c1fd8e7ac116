import { answerForgotten } from '#server/mail/forgot.ts';
import { sendNext } from '#server/mail/send.ts';
import type { House } from '#server/meta/house.ts';
import type { Mailer } from '#server/ports/mail.ts';

/** Without a word that there is something: what is to be tried again is due by the clock. */
const EVERY_MS = 5_000;
/** What is being sent when the server stops has so long; then another process tries it again, when its time is over. */
const LEAVE_MS = 2_000;

/** Sends what is in the outbox while there is a mail server, one after the other, as soon as it is written. Answers how to stop. */
export async function startMail(house: House, mailer: Mailer, troubled: (error: unknown) => void): Promise<() => Promise<void>> {
  let stopped = false;
  let asked = false;
  let running: Promise<void> | null = null;
  /** One step; what troubles it ends no other. */
  const did = async (step: () => Promise<boolean>): Promise<boolean> => {
    try {
      return !stopped && (await step());
    } catch (error) {
      troubled(error);
      return false;
    }
  };
  // a mail may take long: who forgot his password meanwhile is looked after before the next one
  const work = async (): Promise<void> => {
    do while (await did(() => answerForgotten(house)));
    while (await did(() => sendNext(house, mailer)));
  };
  const turn = (): void => {
    if (stopped) return;
    asked = running !== null;
    running ??= work().finally(() => {
      running = null;
      if (asked) turn();
    });
  };
  const unlisten = await house.db.listen('fw_mail', turn);
  const timer = setInterval(turn, EVERY_MS).unref();
  turn();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await unlisten();
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, LEAVE_MS).unref())]);
  };
}
