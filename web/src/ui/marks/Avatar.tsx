import css from './Avatar.module.css';

/** A person's first letter in a disc. */
export function Avatar({ name, quiet = false, size = 24 }: { name: string; quiet?: boolean; size?: number }) {
  return (
    <span
      className={quiet ? `${css.avatar} ${css.quiet}` : css.avatar}
      style={{ width: size, height: size, lineHeight: `${size}px` }}
      aria-hidden="true"
    >
      {[...name][0] ?? ''}
    </span>
  );
}
