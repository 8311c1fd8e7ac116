import { NOTHING } from '#web/i18n/format.ts';
import css from './Nothing.module.css';

export const Nothing = () => <span className={css.nothing}>{NOTHING}</span>;
