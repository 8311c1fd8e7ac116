import { demandLines, type Mail, type Mailer } from './mail.ts';

/** A mailer that keeps what it was given; `answer` says what happens to the next ones, by throwing. */
export function fakeMailer(): Mailer & { sent: Mail[]; answer: (mail: Mail) => void | Promise<void> } {
  const fake = {
    sent: [] as Mail[],
    answer: (_: Mail): void | Promise<void> => undefined,
    send: async (mail: Mail) => {
      demandLines(mail);
      await fake.answer(mail);
      fake.sent.push(mail);
    },
  };
  return fake;
}
