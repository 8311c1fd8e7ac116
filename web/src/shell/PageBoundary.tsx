import { Component, type ReactNode } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { ErrorState } from '#web/ui/states.tsx';
import css from './Root.module.css';

/** A page that could not be loaded (network, or a newer version on the server) or broke: says so instead of leaving nothing. */
export class PageBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const { t } = useText();
  return (
    <main className={css.missing}>
      <ErrorState title={t('ui.broken')} why={t('ui.brokenWhy')} onRetry={() => location.reload()} />
    </main>
  );
}
