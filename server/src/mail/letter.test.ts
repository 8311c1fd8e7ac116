import { describe, expect, it } from 'vitest';
import { answerForgotten } from './forgot.ts';
import { mailDesk } from './testing-mails.ts';

const desk = mailDesk();
const { drain, deliver, rows, forgot, person } = desk;

describe('E18 A19 what stands in a mail', () => {
  it('E18 its link begins with the setting, whatever the request says of hosts', async () => {
    const { login_name } = await person();
    await forgot(
      login_name,
      {},
      { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', origin: 'https://evil.example' },
    );
    const [mail] = await deliver();
    expect(mail!.text).toContain('\nhttps://erp.example.com/enter#');
    expect(mail!.html).toContain('href="https://erp.example.com/enter#');
    expect(JSON.stringify(mail)).not.toContain('evil');
  });
  it.each(['{{7*7}}', '$\u007b7*7}', '<%=7*7%>', '#{7*7}', '<{link}>', '$forgot'])(
    'A19 a name such as %s stands there as it is',
    async (key_name) => {
      const { login_name } = await person({ key_name });
      await forgot(login_name);
      const [mail] = await deliver();
      expect(mail!.text).toContain(`${key_name}，您好`);
      expect(mail!.text).not.toContain('49，您好');
      expect(mail!.text.match(/enter#/g)).toHaveLength(1);
    },
  );
  it('A19 a name is no markup', async () => {
    const { login_name } = await person({ key_name: `<img src=x>&"'` });
    await forgot(login_name);
    expect((await deliver())[0]!.html).toContain('&lt;img src=x&gt;&amp;&quot;&#39;');
  });
  it.each(['a\r\nBcc: v@example.org', 'a\nb', 'a\u2028b', 'a\0b'])(
    'A20 a header value such as %j is never handed on, and the mail fails in sight',
    async (subject) => {
      const { login_name } = await person();
      await forgot(login_name);
      await drain(() => answerForgotten(desk.app.house));
      await desk.app.base.db.query('update fw.mail set key_name = $1', [subject.replace('\0', '\u0001')]);
      expect(await deliver()).toEqual([]);
      expect(await rows()).toMatchObject([{ status: 4, fault: 'subject has a line break or a control character', sealed: null }]);
    },
  );
  it('A20 an address that is none is not sent to', async () => {
    const { login_name, id } = await person();
    for (const email of ['a@b.example\r\nBcc: v@x.example', '"x@evil x"@in.example', 'a@b.example,c@d.example', '<a@b.example>']) {
      await desk.app.base.db.query('update app."user" set email = $2 where id = $1', [id, email]);
      await forgot(login_name);
    }
    expect(await deliver()).toEqual([]);
    expect(await rows()).toEqual([]);
  });
});
