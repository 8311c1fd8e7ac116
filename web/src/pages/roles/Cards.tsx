import { groupedBy } from '#protocol/meta/grouped.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Check } from '#web/ui/Check.tsx';
import css from './Cards.module.css';
import { givenOf, nowOf, withGroup, withItems } from './draft.ts';
import { type GridProps, RulesLink } from './Matrix.tsx';
import { Range } from './Range.tsx';

/** The matrix on a phone: a card for each table. */
export function Cards({ it, groups, onRules }: GridProps) {
  const { t, label } = useText();
  const suites = [...groupedBy(groups, ({ suite }) => suite).values()];
  return suites.map((some) => (
    <section key={some[0]!.suite} className={css.suite}>
      <h2>{label(some[0], 'suite_name')}</h2>
      {some.map((group) => {
        const [was, now] = [givenOf(group), nowOf(group, it.draft)];
        const name = label(group, 'name');
        return (
          <div key={group.code} className={css.card}>
            <div className={css.head}>
              <span className={css.name}>{name}</span>
              <Range it={it} group={group} />
            </div>
            <div className={css.items}>
              {group.items.map((item) => {
                const on = now.items.includes(item.code);
                return (
                  // biome-ignore lint/a11y/noLabelWithoutControl: Check is one, and says its name itself
                  <label key={item.code} className={on === was.items.includes(item.code) ? css.item : `${css.item} ${css.changed}`}>
                    <Check
                      label={t('roles.itemOf', { name, item: label(item, 'name') })}
                      checked={on}
                      disabled={it.role!.own === 1}
                      onChange={() => it.change(withGroup(it.draft, group, withItems(group, now, [item.code], !on)))}
                    />
                    {label(item, 'name')}
                  </label>
                );
              })}
            </div>
            {now.items.length > 0 && (
              <div className={css.foot}>
                {t('roles.rules')} <RulesLink group={group} given={now} onRules={onRules} />
              </div>
            )}
          </div>
        );
      })}
    </section>
  ));
}
