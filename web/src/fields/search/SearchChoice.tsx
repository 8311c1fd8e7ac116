import { useText } from '#web/i18n/use-text.ts';
import { Select } from '#web/ui/controls.ts';
import { useClearLabel } from '#web/ui/use-clear.tsx';
import { itemsOf } from '../shown.ts';
import { anyIn } from '../values.ts';
import type { SearchProps } from '../widget.ts';
import { filterBy, takesMore } from './takes-more.ts';

/** Any of several choices, or one of them (`SearchShow`). */
export function SearchChoice({ id, field, value, onChange }: SearchProps) {
  const { label } = useText();
  const chosen = anyIn(value).map(Number);
  const many = takesMore(field, chosen);
  return (
    <Select<number | number[] | null>
      id={id}
      {...(many ? { mode: 'multiple', value: chosen } : { value: chosen[0] ?? null })}
      style={{ width: '100%' }}
      allowClear={useClearLabel()}
      maxTagCount="responsive"
      showSearch={{ optionFilterProp: 'label' }}
      options={itemsOf(field).map((item) => ({ value: item.id, label: label(item) }))}
      onChange={(ids) => onChange(filterBy(ids))}
    />
  );
}
