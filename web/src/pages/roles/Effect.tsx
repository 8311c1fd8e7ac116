import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { formatCount } from '#web/i18n/format.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Avatar } from '#web/ui/marks/Avatar.tsx';
import { useLate } from '#web/ui/states.tsx';
import { useSettled } from '#web/ui/use-settled.ts';
import { useFollowRights } from '../use-follow.ts';
import { type RoleGroup, wanted } from './draft.ts';
import css from './Effect.module.css';
import type { RolesController } from './use-roles.ts';

/** A line as RoleApi Effect answers it. */
interface Line {
  kind: 'flag' | 'item' | 'rows' | 'field';
  more: number;
  less: number;
  code?: string;
  group?: string;
  item?: string;
  table?: string;
  field?: string;
  way?: 'sees' | 'writes';
  name?: string;
  name_en?: string;
  most_more?: number;
  most_less?: number;
  uncounted?: number;
}
interface About {
  members: number;
  changed: number;
  names: readonly { id: number; key_name: string }[];
  /** members whom the reader may not see with their roles */
  unseen: number;
  /** 1: only records that the reader sees himself are counted */
  bounded: number;
}

/** Who gains and loses what by saving (ADMIN-02): worked out by the server from the rows that are there. `bare`: under a title of its own. */
export function Effect({ it, bare = false }: { it: RolesController; bare?: boolean }) {
  const { t } = useText();
  const { id } = it.role!;
  const now = JSON.stringify({ id, ...wanted(it.draft) });
  const asked = useSettled(now, 250);
  const query = useOp(ops.roleEffect, JSON.parse(asked), {
    enabled: it.count > 0,
    keepPrevious: (before) => (before as { id?: number }).id === id,
  });
  useFollowRights(() => it.count > 0 && query.refetch());
  const isOld = useLate(query.isFetching || asked !== now, 150);
  return (
    <section className={css.effect} aria-label={t('roles.effect')} aria-busy={isOld}>
      {!bare && <h2>{t('roles.effect')}</h2>}
      {it.count === 0 ? (
        <p className={css.quiet}>{t('roles.noChange')}</p>
      ) : query.error ? (
        <p className={css.fault} role="alert">
          {query.error.remark}
        </p>
      ) : query.data ? (
        <div className={isOld ? css.old : undefined}>
          <Who about={query.data.data as unknown as About} />
          <Lines it={it} lines={(query.data.rows ?? []) as unknown as Line[]} />
          {query.data.data?.bounded === 1 && <p className={css.quiet}>{t('roles.bounded')}</p>}
          <p className={css.quiet}>{t('roles.atOnce')}</p>
        </div>
      ) : (
        isOld && <p className={css.quiet}>{t('roles.computing')}</p>
      )}
    </section>
  );
}

function Who({ about: { members, changed, names, unseen } }: { about: About }) {
  const { t } = useText();
  if (members === 0) return <p className={css.quiet}>{t('roles.usingNone')}</p>;
  const same = members - changed;
  return (
    <div className={css.who}>
      {names.map(({ id, key_name }) => (
        <Avatar key={id} name={key_name} size={20} quiet />
      ))}
      <span>{t('roles.using', { n: formatCount(members) })}</span>
      <p className={css.quiet}>
        {changed === 0
          ? t('roles.touchedNone')
          : same === 0
            ? t('roles.touchedAll')
            : t('roles.touched', { n: formatCount(changed), same: formatCount(same) })}
      </p>
      {unseen > 0 && <p className={css.quiet}>{t(unseen === members ? 'roles.unseenAll' : 'roles.unseen', { n: formatCount(unseen) })}</p>}
    </div>
  );
}

function Lines({ it, lines }: { it: RolesController; lines: readonly Line[] }) {
  const texts = useText();
  const { t } = texts;
  const open = lines.filter(({ uncounted = 0 }) => uncounted > 0);
  return (
    <>
      {(['more', 'less'] as const).map((way) => {
        const some = lines.filter((line) => line[way] > 0);
        if (some.length === 0) return null;
        return (
          <div key={way}>
            <h3>{t(way === 'more' ? 'roles.gains' : 'roles.losses')}</h3>
            <ul className={css.lines}>
              {some.map((line) => (
                <li key={JSON.stringify(line)} className={css[way]}>
                  <span className={css.sign} aria-hidden="true">
                    {way === 'more' ? '+' : '−'}
                  </span>
                  {lineText(texts, it, line, way)}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      {open.map((line) => (
        <p key={`${line.table} ${line.item}`} className={css.note}>
          <Icon name="alert" /> {t('roles.uncounted', { name: texts.label(line, 'name'), n: formatCount(line.uncounted ?? 0) })}
        </p>
      ))}
    </>
  );
}

function lineText({ t, label }: Texts, it: RolesController, line: Line, way: 'more' | 'less'): string {
  const n = formatCount(line[way]);
  const group: RoleGroup | undefined = it.groups.find(({ code }) => code === line.group);
  const name = label(group, 'name');
  const itemLabel = () =>
    label(
      group?.items.find(({ code }) => code === line.item),
      'name',
    );
  if (line.kind === 'flag') return t('roles.line.flag', { n, name: label(it.role!.flags.find(({ code }) => code === line.code)) });
  if (line.kind === 'rows') {
    const most = formatCount((way === 'more' ? line.most_more : line.most_less) ?? 0);
    if (line.item && line.item !== 'List') return t('roles.line.itemRows', { n, most, name: label(line, 'name'), item: itemLabel() });
    return t('roles.line.rows', { n, most, name: label(line, 'name') });
  }
  if (line.kind === 'field')
    return t(line.way === 'sees' ? 'roles.line.sees' : 'roles.line.writes', { n, name, field: label(line, 'name') });
  return t('roles.line.item', { n, name, item: itemLabel() });
}
