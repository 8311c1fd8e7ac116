import { Marked } from 'marked';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { cleanFragment } from './clean.ts';
import css from './page.module.css';

/** Lines as they were broken; what is HTML in it goes through the same list as rich text. */
const marked = new Marked({ gfm: true, breaks: true, async: false });

/** A page of text as it was laid out. The one place where what somebody wrote becomes elements. */
export function Laid({ type, text }: { type: string; text: string }) {
  const place = useRef<HTMLDivElement>(null);
  const html = useMemo(() => (type === 'markdown' ? (marked.parse(text) as string) : text), [type, text]);
  useLayoutEffect(() => place.current?.replaceChildren(cleanFragment(html)), [html]);
  return <div ref={place} className={css.rich} />;
}
