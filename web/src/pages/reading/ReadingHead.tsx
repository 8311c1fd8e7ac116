import type { ReactNode } from 'react';
import { Input } from '#web/ui/controls.ts';
import { useClear } from '#web/ui/use-clear.tsx';
import { useTyped } from '#web/ui/use-typed.ts';
import css from './ReadingHead.module.css';

/** The head of a page that is read: its name, what may be done with all of it, and a keyword where there is one. */
export function ReadingHead({ title, search, children }: { title: ReactNode; search?: Searching | false; children?: ReactNode }) {
  return (
    <header className={css.head}>
      <h1>{title}</h1>
      <span className={css.grow} />
      {children}
      {search && <Search {...search} />}
    </header>
  );
}

function Search({ hint, keyword, onChange }: Searching) {
  const [typed, setTyped] = useTyped(keyword, onChange);
  const allowClear = useClear();
  return (
    <Input
      className={css.search}
      allowClear={allowClear}
      aria-label={hint}
      placeholder={hint}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onPressEnter={() => onChange(typed)}
    />
  );
}

interface Searching {
  hint: string;
  keyword: string;
  onChange: (keyword: string) => void;
}
