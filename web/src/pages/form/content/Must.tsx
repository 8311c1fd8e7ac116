import css from './Must.module.css';

/** That a field must be filled, for the eye; its control says it to whoever does not see. */
export const MUST = (
  <span className={css.must} aria-hidden="true">
    *
  </span>
);
