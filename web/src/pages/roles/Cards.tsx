import { groupedBy } from '#protocol/meta/grouped.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Check } from '#web/ui/Check.tsx';
import css from './Cards.module.css';
import { givenOf, nowOf, withGroup, withItems } from './draft.ts';
import { type GridProps, RulesLink } from './Matrix.tsx';
import { ItemRange, Range } from './Range.tsx';

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
        const isSame = (code: string) => now.items.includes(code) === was.items.includes(code) && now.ranges[code] === was.ranges[code];
        return (
          <div key={group.code} className={css.card}>
            <div className={css.head}>
              <span className={css.name}>{name}</span>
              <Range it={it} group={group} />
            </div>
            <div className={css.items}>
              {group.items.map((item) => {
                if (item.everyone)
                  return (
                    <span key={item.code} className={css.everyone}>
                      {label(item, 'name')} · {t('roles.everyone')}
                    </span>
                  );
                const on = now.items.includes(item.code);
                return (
                  <span key={item.code} className={isSame(item.code) ? css.item : `${css.item} ${css.changed}`}>
                    {/* biome-ignore lint/a11y/noLabelWithoutControl: Check is one, and says its name itself */}
                    <label className={css.item}>
                      <Check
                        label={t('roles.itemOf', { name, item: label(item, 'name') })}
                        checked={on}
                        disabled={it.role!.own === 1}
                        onChange={() => it.change(withGroup(it.draft, group, withItems(group, now, [item.code], !on)))}
                      />
                      {label(item, 'name')}
                    </label>
                    <ItemRange it={it} group={group} item={item} />
                  </span>
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
