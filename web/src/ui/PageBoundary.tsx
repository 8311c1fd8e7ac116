import { Component, type ReactNode } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import css from './PageBoundary.module.css';
import { ErrorState } from './states.tsx';

interface BoundaryProps {
  children: ReactNode;
  /** in place of what is not there; absent: the page says that it did not open */
  instead?: ReactNode;
}

/** What could not be loaded (network, or a newer version on the server) or broke: a page says so instead of leaving nothing, a part of it is left out. */
export class PageBoundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return this.props.instead === undefined ? <Broken /> : this.props.instead;
  }
}

export function Broken() {
  const { t } = useText();
  return (
    <div className={css.broken} role="alert">
      <ErrorState title={t('ui.broken')} why={t('ui.brokenWhy')} onRetry={() => location.reload()} />
    </div>
  );
}
