import { useLayoutEffect, useMemo, useRef } from 'react';
import { cleanFragment } from './clean.ts';
import { markdownHtml } from './markdown.ts';
import css from './page.module.css';

/** A page of text as it was laid out; as it was typed where that cannot be done. The one place where what somebody wrote becomes elements. */
export function Laid({ type, text }: { type: string; text: string }) {
  const place = useRef<HTMLDivElement>(null);
  const html = useMemo(() => (type === 'markdown' ? markdownHtml(text) : text), [type, text]);
  useLayoutEffect(() => place.current?.replaceChildren(html === null ? text : cleanFragment(html)), [html, text]);
  return <div ref={place} className={html === null ? `${css.rich} ${css.typed}` : css.rich} />;
}
