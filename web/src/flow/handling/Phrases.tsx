import { useContext } from 'react';
import { Rest } from '#web/ui/rest.ts';
import css from './Phrases.module.css';

interface PhrasesProps {
  phrases: readonly string[];
  value: string;
  onChange(value: string): void;
}

/** What is often said, at hand: put behind what is typed. */
export function Phrases({ phrases, value, onChange }: PhrasesProps) {
  const rests = useContext(Rest) !== null;
  return phrases.map((phrase) => (
    <button
      key={phrase}
      type="button"
      className={css.phrase}
      disabled={rests}
      onClick={() => onChange(value ? `${value} ${phrase}` : phrase)}
    >
      {phrase}
    </button>
  ));
}
