import { createPortal } from 'react-dom';
import { useText } from '#web/i18n/use-text.ts';
import { Dropdown } from '#web/ui/controls.ts';
import { openList } from '../use-report.ts';
import css from './LeadMenu.module.css';
import type { Lead } from './leads.ts';

interface LeadMenuProps {
  leads: readonly Lead[];
  /** what was pressed: the menu stands below it, and it has the keyboard again afterwards */
  from: HTMLElement;
  onClose: () => void;
}

/** The lists to which a figure leads, the records that set it apart. */
export function LeadMenu({ leads, from, onClose }: LeadMenuProps) {
  const { t } = useText();
  const { left, top, width, height } = from.getBoundingClientRect();
  const itemOf = ({ key, name, list }: Lead) => ({ key, label: name, onClick: () => openList(list) });
  const [records, linked] = [leads.filter(({ isLink }) => !isLink), leads.filter(({ isLink }) => isLink)];
  const groups = [
    { key: 'records', label: t(records.length > 1 ? 'report.madeOf' : 'report.counted'), of: records },
    { key: 'linked', label: t('report.setBy'), of: linked },
  ];
  const items = groups
    .filter(({ of }) => of.length > 0)
    .map(({ key, label, of }) => ({ key, label, type: 'group' as const, children: of.map(itemOf) }));
  const close = () => {
    onClose();
    (from.closest<HTMLElement>('button, [role="grid"], [role="treegrid"]') ?? from).focus();
  };
  return createPortal(
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      getPopupContainer={(node) => node.parentElement!}
      menu={{ items, onClick: close }}
      onOpenChange={(isOpen) => !isOpen && close()}
    >
      <span className={css.anchor} style={{ left, top, width, height }} />
    </Dropdown>,
    // among what is the page's, and not cut off where its table scrolls
    from.closest('main') ?? document.body,
  );
}
