import { Nothing } from './Nothing.tsx';
import css from './Progress.module.css';
import type { Look } from './StateMark.tsx';
/** A rate as its field writes it, with a small bar before the figure. */
export function Progress({ value, shown, look }: { value: string; shown: string; look?: Look | undefined }) {
  if (shown === '') return <Nothing />;
  const width = Math.min(100, Math.max(0, Number(value)));
  return (
    <span className={css.progress}>
      <span className={`${css.bar} ${look ? (css[`bar-${look}`] ?? '') : ''}`} aria-hidden="true">
        <i style={{ width: `${width}%` }} />
      </span>
      <span className={css.rate}>{shown}</span>
    </span>
  );
}
