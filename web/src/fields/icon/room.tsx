import { iconNamed, MENU_ICONS } from '#protocol/meta/menu-icons.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Select } from '#web/ui/controls.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { useClearLabel } from '#web/ui/use-clear.tsx';
import { anyIn, asText } from '../values.ts';
import type { EditProps, SearchProps } from '../widget.ts';
import css from './icon.module.css';

/** The icons, found by a name of either language. */
function useIcons() {
  const { label } = useText();
  return MENU_ICONS.map((icon) => {
    const named = iconNamed(icon)!;
    const drawn = (
      <span key={icon} className={css.icon}>
        <Icon name={icon} />
        <span>{label(named)}</span>
      </span>
    );
    return { value: icon, label: drawn, title: label(named), sought: `${named.key_name} ${named.key_name_en} ${icon}` };
  });
}

const BY_NAME = { optionFilterProp: 'sought' } as const;

/** The icons of the product, by keyboard as by mouse. */
export function IconBox({ id, field, value, onChange, onBlur, required, invalid, describedBy }: EditProps) {
  const { label } = useText();
  return (
    <Select<string>
      id={id}
      size="large"
      style={{ width: '100%' }}
      value={asText(value) || null}
      allowClear={useClearLabel(!required)}
      showSearch={BY_NAME}
      options={useIcons()}
      placeholder={label(field, 'placeholder')}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-required={required}
      onChange={(chosen: string | undefined) => onChange(chosen ?? null)}
      onBlur={onBlur}
    />
  );
}

/** Any of several. */
export function IconFilter({ id, value, onChange }: SearchProps) {
  const chosen = anyIn(value).map(String);
  return (
    <Select
      id={id}
      mode="multiple"
      style={{ width: '100%' }}
      allowClear={useClearLabel()}
      maxTagCount="responsive"
      value={chosen}
      showSearch={BY_NAME}
      options={useIcons()}
      onChange={(icons: string[]) => onChange(icons.length === 0 ? undefined : { op: 'in', value: icons })}
    />
  );
}
