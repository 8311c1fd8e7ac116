import { type KeyboardEvent, useEffect, useRef } from 'react';
import { remarkOf } from '#web/api/error.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { ACTS, type Begun, GROUPS, type Offered } from './acts.ts';
import css from './BesideMenu.module.css';

interface BesideMenuProps {
  offered: readonly Offered[];
  /** a list of a sheet, which has no second column for why a line is off */
  phone: boolean;
  onChoose(act: Begun): void;
  onClose(): void;
}

/** Ask, tell, take back. What is off stays in its place, is reached by the keyboard as well, and says why. */
export function BesideMenu({ offered, phone, onChoose, onClose }: BesideMenuProps) {
  const { t } = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // the popup measures itself first: what has no place yet takes no focus
    const frame = requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const press = (event: KeyboardEvent) => {
    const lines = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = lines.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
    if (event.key === 'Tab' && !phone) onClose();
    if (to === undefined) return;
    event.preventDefault();
    lines[(to + lines.length) % lines.length]?.focus();
  };
  return (
    <div ref={box} role="menu" tabIndex={-1} aria-label={t('beside.sheet')} className={phone ? css.sheet : css.menu} onKeyDown={press}>
      {GROUPS.map(({ group, name }) => {
        const lines = offered.filter(({ op }) => ACTS[op].group === group);
        if (lines.length === 0) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a menu holds groups of its lines, no fieldset
          <div key={group} role="group" aria-label={t(name)} className={css.group}>
            {!phone && (
              <p className={css.name} aria-hidden="true">
                {t(name)}
              </p>
            )}
            {lines.map((one) => (
              <Line key={one.op} one={one} onChoose={onChoose} />
            ))}
          </div>
        );
      })}
    </div>
  );
}

function Line({ one: { op, off }, onChoose }: { one: Offered } & Pick<BesideMenuProps, 'onChoose'>) {
  const { t } = useText();
  const why = off && remarkOf({ code: off.code, remark: off.remark, ...(off.data ? { data: { ...off.data } } : {}) });
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={off ? `${css.line} ${css.off}` : css.line}
      aria-disabled={off !== undefined || undefined}
      onClick={() => !off && onChoose({ op })}
    >
      <Icon name={ACTS[op].icon} />
      <span className={css.what}>{t(`beside.${op}`)}</span>
      <span className={css.about}>{t(`beside.${op}Line`)}</span>
      {why && <span className={css.why}>{why}</span>}
    </button>
  );
}
