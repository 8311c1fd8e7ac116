import { useState } from 'react';
import { choose } from '#web/choices/choices.ts';
import { useText } from '#web/i18n/use-text.ts';
import { type MenuItem, menuLabel, menuLeaves, menuPage } from '#web/nav/menu.ts';
import { tabKey } from '#web/nav/page.ts';
import { placeAddress } from '#web/nav/paths.ts';
import { nav, useNav } from '#web/nav/store.ts';
import { Count, IconButton } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { InnerLink } from '#web/ui/InnerLink.tsx';
import { OuterLink } from '#web/ui/OuterLink.tsx';
import { SkeletonRows, useLate } from '#web/ui/states.tsx';
import type { Counts } from '../notices/use-live.ts';
import { hasIcon, menuIcon } from './menu-icon.ts';
import css from './SideMenu.module.css';

interface SideMenuProps {
  menus: readonly MenuItem[];
  loading: boolean;
  counts: Counts;
  folded: boolean;
}

/** The module's menu: groups, then up to three more levels; 200 px, or 64 with icons only (FRAME-03). */
export function SideMenu({ menus, loading, counts, folded }: SideMenuProps) {
  const { t } = useText();
  return (
    <nav className={folded ? `${css.side} ${css.folded}` : css.side} aria-label={t('shell.menu')}>
      <MenuItems menus={menus} loading={loading} counts={counts} folded={folded} />
      <span className={css.grow} />
      <IconButton
        className={css.fold}
        icon="side"
        size="medium"
        label={t(folded ? 'shell.unfoldMenu' : 'shell.foldMenu')}
        onClick={() => choose('side', folded ? 'open' : 'folded')}
      />
    </nav>
  );
}

/** The items alone: the side's and the phone's drawer. */
export function MenuItems({
  menus,
  loading,
  counts,
  folded = false,
  onOpen,
}: Pick<SideMenuProps, 'menus' | 'loading' | 'counts'> & { folded?: boolean; onOpen?: () => void }) {
  const late = useLate(loading);
  if (loading) return late ? <SkeletonRows rows={8} columns={folded ? [48] : [0]} height={32} /> : null;
  const shared = { counts, folded, ...(onOpen ? { onOpen } : {}) };
  if (folded)
    return (
      <ul className={css.items}>
        {menuLeaves(menus).map(({ item, above }) => (
          <Item key={item.uid} item={item} level={above.length} {...shared} />
        ))}
      </ul>
    );
  return (
    <ul className={css.items}>
      {menus.map((item) =>
        item.type === 'DIR' ? <Group key={item.uid} group={item} {...shared} /> : <Item key={item.uid} item={item} level={0} {...shared} />,
      )}
    </ul>
  );
}

interface Shared {
  counts: Counts;
  folded: boolean;
  onOpen?: () => void;
}

function Group({ group, ...shared }: Shared & { group: MenuItem }) {
  const { label } = useText();
  return (
    <li>
      <h2 className={css.group}>{label(group)}</h2>
      <ul className={css.items}>
        {(group.children ?? []).map((item) => (
          <Entry key={item.uid} item={item} level={1} {...shared} />
        ))}
      </ul>
    </li>
  );
}

const Entry = (props: Shared & { item: MenuItem; level: number }) =>
  props.item.type === 'DIR' ? <Folder {...props} /> : <Item {...props} />;

const Item = (props: Shared & { item: MenuItem; level: number }) =>
  props.item.link === undefined ? <Leaf {...props} /> : <Outside {...props} />;

function Folder({ item, level, ...shared }: Shared & { item: MenuItem; level: number }) {
  const { label } = useText();
  const [open, setOpen] = useState(true);
  return (
    <li>
      <button type="button" className={css.item} style={indent(level)} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={menuIcon(item, level)} />
        <span className="ellipsis">{label(item)}</span>
        <span className={css.arrow}>
          <Icon name={open ? 'up' : 'down'} size={12} />
        </span>
      </button>
      {open && (
        <ul className={css.items}>
          {(item.children ?? []).map((each) => (
            <Entry key={each.uid} item={each} level={Math.min(level + 1, 3)} {...shared} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** An address outside: its mark says that it leaves. */
function Outside({ item, level, folded, onOpen }: Shared & { item: MenuItem; level: number }) {
  const { label } = useText();
  const name = label(item);
  return (
    <li>
      <OuterLink href={item.link!} className={css.item} style={folded ? undefined : indent(level)} title={name} onClick={onOpen}>
        <Icon name={menuIcon(item, level)} />
        <span className={folded ? 'sr' : 'ellipsis'}>{name}</span>
        {!folded && item.icon !== undefined && <Icon name="open" size={12} />}
      </OuterLink>
    </li>
  );
}

function Leaf({ item, level, counts, folded, onOpen }: Shared & { item: MenuItem; level: number }) {
  const { label } = useText();
  const page = menuPage(item);
  const active = useNav((state) => state.active === tabKey(page));
  const module = useNav((state) => state.module);
  const count = item.url === '/todo' ? counts.todo : 0;
  const name = label(item);
  return (
    <li>
      <InnerLink
        href={placeAddress({ page, view: {}, module })}
        className={css.item}
        style={folded ? undefined : indent(level)}
        aria-current={active ? 'page' : undefined}
        aria-label={folded ? [name, count || ''].join(' ').trim() : undefined}
        title={name}
        onFollow={() => {
          nav.open(page, menuLabel(item));
          onOpen?.();
        }}
      >
        {folded && !hasIcon(item) ? (
          <b className={css.letter} aria-hidden="true">
            {[...name][0]}
          </b>
        ) : (
          <Icon name={menuIcon(item, level)} />
        )}
        {!folded && <span className="ellipsis">{name}</span>}
        {count > 0 && ' '}
        {count > 0 && <Count value={count} corner={folded} />}
      </InnerLink>
    </li>
  );
}

const indent = (level: number) => (level > 1 ? { paddingLeft: 8 + (level - 1) * 26 } : undefined);
