import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '../Icon.tsx';

export interface SheetProps {
  title: string;
  /** of the screen's height, such as 72% */
  size: string;
  open: boolean;
  onClose: () => void;
  className?: string | undefined;
  children: ReactNode;
}

/** On a phone: what comes from below, within the thumb's reach. */
export function Sheet({ title, size, open, onClose, className = '', children }: SheetProps) {
  const { t } = useText();
  return (
    <Drawer
      title={title}
      placement="bottom"
      open={open}
      onClose={onClose}
      size={size}
      closable={{ 'aria-label': t('ui.close'), placement: 'end' }}
      closeIcon={<Icon name="close" />}
      className={className}
      destroyOnHidden
    >
      {children}
    </Drawer>
  );
}
