import type { ReactNode } from 'react';
import { Input } from '#web/ui/controls.ts';
import css from './ReadingHead.module.css';

/** The head of a page that is read: its name, what may be done with all of it, and a keyword where there is one. */
export function ReadingHead({ title, search, children }: { title: ReactNode; search?: Searching | false; children?: ReactNode }) {
  return (
    <header className={css.head}>
      <h1>{title}</h1>
      <span className={css.grow} />
      {children}
      {search && (
        <Input
          className={css.search}
          allowClear
          aria-label={search.hint}
          placeholder={search.hint}
          value={search.keyword}
          onChange={(event) => search.onChange(event.target.value)}
        />
      )}
    </header>
  );
}

interface Searching {
  hint: string;
  keyword: string;
  onChange: (keyword: string) => void;
}
