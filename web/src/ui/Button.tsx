import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useContext } from 'react';
import css from './Button.module.css';
import { Icon, type IconName } from './Icon.tsx';
import { Rest } from './rest.ts';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** one primary a sheet; danger only for what destroys */
  kind?: 'primary' | 'default' | 'quiet' | 'danger' | 'danger-solid' | 'link';
  /** small 24, normal 28 (toolbars), medium 32 (forms, dialogs), touch 44 */
  size?: 'small' | 'normal' | 'medium' | 'touch';
  icon?: IconName;
  /** keeps its width and says what it does */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
  children?: ReactNode;
}

/** While it rests or works it keeps the keyboard, which a `disabled` one would lose to nowhere; a press on it does nothing, not even send its form. */
export function Button({
  kind = 'default',
  size = 'normal',
  icon,
  busy = false,
  disabled,
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) {
  const why = useContext(Rest);
  const rests = disabled || busy || why !== null;
  const press = (event: MouseEvent<HTMLButtonElement>) => (rests ? event.preventDefault() : onClick?.(event));
  return (
    <button
      type="button"
      {...rest}
      {...(why === null ? {} : { title: why })}
      onClick={press}
      aria-disabled={rests || undefined}
      aria-busy={busy || undefined}
      data-kind={kind}
      className={[css.button, css[kind], css[size], className].filter(Boolean).join(' ')}
    >
      {busy ? <span className={css.spin} aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  icon: IconName;
  /** its name for all who cannot see the picture, and its tooltip */
  label: string;
  /** red count at the corner, 99 at most */
  count?: number;
  pressed?: boolean;
}

export function IconButton({ icon, label, count = 0, pressed, kind = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      kind={kind}
      aria-label={count > 0 ? `${label} ${count}` : label}
      title={label}
      aria-pressed={pressed}
      className={[css.only, className].filter(Boolean).join(' ')}
    >
      <Icon name={icon} />
      {count > 0 && <Count value={count} corner />}
    </Button>
  );
}

/** A red count; more than 99 is 99+. */
export function Count({ value, corner = false }: { value: number; corner?: boolean }) {
  if (value <= 0) return null;
  return (
    <span className={corner ? `${css.count} ${css.corner}` : css.count} aria-hidden={corner}>
      {value > 99 ? '99+' : value}
    </span>
  );
}
