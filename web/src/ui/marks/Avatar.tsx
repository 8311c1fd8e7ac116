import css from './Avatar.module.css';
import { type Picture, usePicture } from './use-picture.ts';

export interface AvatarProps {
  name: string;
  quiet?: boolean;
  size?: number;
  picture?: Picture | undefined;
}

/** A person's picture in a disc, or his first letter where there is none. */
export function Avatar({ name, quiet = false, size = 24, picture }: AvatarProps) {
  const { src, onError } = usePicture(picture);
  const box = { width: size, height: size };
  if (src) return <img className={css.picture} style={box} src={src} alt="" onError={onError} />;
  return (
    <span className={quiet ? `${css.avatar} ${css.quiet}` : css.avatar} style={{ ...box, lineHeight: `${size}px` }} aria-hidden="true">
      {[...name][0] ?? ''}
    </span>
  );
}
