import type { AnchorHTMLAttributes } from 'react';
import { isHomeLink } from '#protocol/meta/home-link.ts';
import { useText } from '#web/i18n/use-text.ts';

interface OuterLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target' | 'rel'> {
  href: string;
}

/** A link to an address outside: a window of its own, which learns nothing of this one. What is no such address leads nowhere. */
export function OuterLink({ href, children, ...rest }: OuterLinkProps) {
  const { t } = useText();
  return (
    <a {...rest} href={isHomeLink(href) ? href : undefined} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="sr"> {t('ui.newWindow')}</span>
    </a>
  );
}

/** The same from a list that the keyboard walks. */
export function openOutside(href: string): void {
  if (isHomeLink(href)) open(href, '_blank', 'noopener,noreferrer');
}
