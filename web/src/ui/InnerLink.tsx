import type { AnchorHTMLAttributes, MouseEvent } from 'react';

interface InnerLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'onClick' | 'href'> {
  href: string;
  /** goes there inside this window */
  onFollow: () => void;
}

/** A link to an address of our own: a plain click stays in this window, any other is the browser's (a new tab, a new window). */
export function InnerLink({ href, onFollow, children, ...rest }: InnerLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow();
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}
