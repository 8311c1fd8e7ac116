import { Icon } from '#web/ui/Icon.tsx';
import css from './Still.module.css';

interface StillProps {
  className: string | undefined;
  words: string;
  /** a value stands there, not what may be chosen */
  isSet?: boolean;
}

/** What a small picker without a border looks like, until it is there: figures beside it are drawn first. */
export const Still = ({ className, words, isSet = false }: StillProps) => (
  <span className={[css.still, isSet ? css.set : '', className].filter(Boolean).join(' ')} aria-hidden="true" data-still="">
    <span>{words}</span>
    <Icon name="calendar" size={14} />
  </span>
);
