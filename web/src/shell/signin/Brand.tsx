import css from './Brand.module.css';

/** A picture of this site or one inside the text; never one from elsewhere. */
export const isOwnPicture = (logo: string | undefined): logo is string =>
  /^(\/(?![/\\])|data:image\/(png|jpeg|webp|svg\+xml)[;,])/.test(logo ?? '');

/** The host's logo and company, else the house's own mark. */
export function Brand({ logo, name }: { logo?: string | undefined; name: string }) {
  return (
    <div className={css.brand}>
      {isOwnPicture(logo) ? (
        <img className={css.logo} src={logo} alt="" />
      ) : (
        <svg className={css.mark} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <rect width="24" height="24" rx="5" fill="var(--accent)" />
          <path d="M7 18.5V6h10M7 12h7.5M11.5 6v12.5" stroke="#fff" strokeWidth="2" fill="none" strokeLinecap="square" />
        </svg>
      )}
      <span className={css.name}>{name}</span>
    </div>
  );
}
