import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fieldLabel } from '#protocol/fields/kind.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { SessionUser } from '#web/api/session.ts';
import { useSession } from '#web/api/use-session.ts';
import { Acting } from '#web/entry/Acting.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { cellValue, shown } from '#web/fields/shown.ts';
import { NOTHING } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState, Outdated, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { Line } from './Line.tsx';
import css from './Me.module.css';
import { OwnForm } from './own/OwnForm.tsx';
import { OwnPicture } from './own/OwnPicture.tsx';
import { type Own, type OwnController, useOwn } from './own/use-own.ts';

/** Who the person is in this company, and what of it is his own to change. */
export function Me() {
  const { session } = useSession();
  return session ? <Person user={session.user} /> : null;
}

function Person({ user }: { user: SessionUser }) {
  const { t, label, listed } = useText();
  const { own, error, outdated, ask, save } = useOwn(user);
  const late = useLate(!own && !error);
  if (error) return <ErrorState why={error.remark} onRetry={() => void ask()} />;
  if (!own) return late ? <SkeletonLines lines={8} /> : null;
  const open = own.open.map(({ def }) => def);
  const pictures = own.open.filter(({ def }) => isOf(def.data_type, 'files'));
  const lines = { ...own, open: own.open.filter((field) => !pictures.includes(field)) };
  const facts = [
    [t('account.user'), user.login_name],
    [t('account.company'), user.subname],
    [t('account.domains'), listed((user.domains ?? []).map((domain) => label(domain)))],
  ] as const;
  return (
    <>
      <Outdated why={outdated?.remark} onRetry={() => void ask()} />
      {pictures.map((field) => (
        <OwnPicture key={field.def.uid} own={own} field={field} ask={ask} save={save} />
      ))}
      <Fields own={own} fields={own.table.fields.filter((field) => !open.some(({ uid }) => uid === field.uid))} />
      {facts.map(([name, value]) => (
        <Line key={name} label={name}>
          {value || NOTHING}
        </Line>
      ))}
      <p className={css.why}>{t('account.meWhy')}</p>
      {lines.open.length > 0 && <Contact own={lines} ask={ask} save={save} fields={lines.open.map(({ def }) => def)} />}
    </>
  );
}

function Fields({ own: { row }, fields }: { own: Own; fields: readonly FieldDef[] }) {
  const { locale, label } = useText();
  // what says another field in English stands in its place
  const said = new Set(fields.flatMap(({ field_name, english }) => (english === 1 ? [`${field_name}_en`] : [])));
  const facts = fields.filter(({ field_name }) => !said.has(field_name));
  return facts.map((def) => (
    <Line key={def.uid} label={fieldLabel({ def })[locale]}>
      <Shown def={def} value={cellValue(def, row, label)} />
    </Line>
  ));
}

/** Files as their type draws them, all else as words. */
function Shown({ def, value }: { def: FieldDef; value: unknown }) {
  const { locale } = useText();
  const { Read } = widgetOf(def);
  if (isOf(def.data_type, 'files')) return <Read field={def} value={value} locale={locale} place="form" />;
  return shown(def, value, locale) || NOTHING;
}

interface ContactProps extends Pick<OwnController, 'ask' | 'save'> {
  own: Own;
  fields: readonly FieldDef[];
}

/** What is his to change; the form opens in its place. */
function Contact({ own, fields, ask, save }: ContactProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const done = () => {
    flushSync(() => setOpen(false));
    button.current?.focus();
  };
  return (
    <section className={css.contact}>
      <div className={css.head}>
        <h3 className={css.part}>{t('account.contact')}</h3>
        {!isOpen && (
          <Acting>
            <Button ref={button} icon="edit" onClick={() => setOpen(true)}>
              {t('account.change')}
            </Button>
          </Acting>
        )}
      </div>
      {isOpen ? <OwnForm own={own} ask={ask} save={save} onDone={done} /> : <Fields own={own} fields={fields} />}
      <p className={css.why}>{t('account.contactWhy')}</p>
    </section>
  );
}
