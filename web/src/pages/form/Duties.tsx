import type { RecordPage } from '#protocol/rules/record-page.ts';
import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { dataLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { useFollows, warningsOf } from './control/use-duties.ts';
import css from './Duties.module.css';
import type { Typing } from './state/typing.ts';

/**
 * What follows of the roles and posts that a person has, or would have by saving: rules of incompatible duties that he stands against, offices
 * that nobody would have, no module to enter. Above his record, and above the buttons of his form; it is said, and nothing is held up.
 */
export function Duties({ typing, cloud, id }: { typing: Typing; cloud: string; id: number }) {
  const texts = useText();
  const all = warningsOf(texts, useFollows(cloud, id, typing.store));
  if (all.length === 0) return null;
  return (
    <div className={css.duties}>
      {all.map(({ key, words }) => (
        <Banner key={key} icon="alert" words={words} />
      ))}
    </div>
  );
}

/** Of a rule: who stands against it now. */
export function Against({ against: { total, people } }: { against: NonNullable<RecordPage['against']> }) {
  const { t, label } = useText();
  if (total === 0) return <Banner icon="info" words={t('form.dutyNobody')} />;
  return (
    <section className={css.against} aria-label={t('form.dutyAgainst')}>
      <Banner icon="alert" words={t('form.dutyPeople', { n: formatCount(total) })} />
      <ul className={css.people}>
        {people.map((person) => (
          <li key={person.id}>
            <Button
              kind="link"
              onClick={() => nav.open({ cloud: 'user', op: 'Show', id: person.id }, dataLabel(person.key_name ?? '', person.key_name_en))}
            >
              {label(person)}
            </Button>
          </li>
        ))}
        {people.length < total && <li>{t('form.dutyFirst', { n: formatCount(people.length) })}</li>}
      </ul>
    </section>
  );
}
