import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Select } from '#web/ui/controls.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { useClearLabel } from '#web/ui/use-clear.tsx';
import css from './fields.module.css';
import { type LookupOn, useLookup } from './use-lookup.ts';

interface LookupProps extends LookupOn {
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  required?: boolean;
  invalid?: boolean;
  size?: 'large';
  /** null: something else stands where its arrow would */
  suffixIcon?: null;
  placeholder?: string;
  className?: string | undefined;
  /** it can be emptied at once */
  allowClear?: boolean;
  maxTagCount?: 'responsive';
  maxTagPlaceholder?: (left: readonly { label?: ReactNode }[]) => ReactNode;
  /** what is offered where nothing is called so */
  nothing?: ReactNode;
  /** those of the rows that nobody takes out */
  locked?: (row: EntityValue) => boolean;
  onDrop(id: number): void;
  onClear(): void;
  onBlur?(): void;
}

interface Labelled {
  value: number;
  label: string;
}

interface TagProps {
  label: ReactNode;
  value: unknown;
  isMaxTag: boolean;
  onClose(event?: MouseEvent<HTMLElement>): void;
}

/** One who is chosen, as antd draws it: it knows those who stay only while they stand in the list. */
function Tag({ label, isMaxTag, onClose, stays }: TagProps & { stays: boolean }) {
  return (
    <span className="ant-select-selection-item" title={typeof label === 'string' ? label : undefined}>
      <span className="ant-select-selection-item-content">{label}</span>
      {!stays && !isMaxTag && (
        <span className="ant-select-selection-item-remove" aria-hidden onMouseDown={keepFocus} onClick={onClose}>
          <Icon name="close" />
        </span>
      )}
    </span>
  );
}

const keepFocus = (event: MouseEvent<HTMLElement>) => {
  event.preventDefault();
  event.stopPropagation();
};

/** Where the list has no row to go to, Enter takes what is offered in its place. */
function useOffered(isOffered: boolean, otherwise: (event: KeyboardEvent<HTMLElement>) => void) {
  const empty = useRef<HTMLSpanElement>(null);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing && !event.repeat;
    const offered = isEnter && isOffered ? empty.current?.querySelector('button') : null;
    if (!offered) return otherwise(event);
    event.preventDefault();
    event.stopPropagation();
    offered.click();
  };
  return { empty, press };
}

/**
 * References found by what is typed, one or several. The list shows what was found for the text as it stands and nothing else: not what is
 * chosen, nor what an earlier text found. All places where a reference is looked for by name are this one.
 */
export function Lookup(props: LookupProps) {
  const {
    text,
    multiple,
    chosen,
    required,
    invalid,
    search: _,
    locked,
    nothing,
    className = '',
    onText,
    onTake: __,
    onDrop,
    onClear,
    ...rest
  } = props;
  const { t, label } = useText();
  const { shown, isOpen, isBegun, setOpen, take, onActive, around } = useLookup(props);
  const rows = shown.is === 'found' ? shown.rows : [];
  const { empty, press } = useOffered(isOpen && shown.is === 'found' && rows.length === 0, around.onKeyDownCapture);
  const nameOf = (row: EntityValue) => (row.unauthorized ? t('fields.unauthorized') : label(row) || String(row.id));
  const values = chosen.map((row) => ({ value: row.id, label: nameOf(row) }));
  const stays = (id: unknown) => chosen.some((row) => row.id === id && locked?.(row));
  return (
    <span className={`${css.lookup} ${className}`} {...around} onKeyDownCapture={press}>
      <Select<Labelled | Labelled[] | null>
        {...rest}
        allowClear={useClearLabel(props.allowClear === true)}
        {...(multiple ? { mode: 'multiple' as const, value: values } : { value: values[0] ?? null })}
        labelInValue
        open={isOpen}
        loading={isOpen && shown.is === 'asking'}
        showSearch={{ filterOption: false, searchValue: text, autoClearSearchValue: false }}
        defaultActiveFirstOption={isBegun || text.trim() !== ''}
        options={rows.map((row) => ({ value: row.id, label: nameOf(row), disabled: locked?.(row) ?? false }))}
        notFoundContent={
          <span ref={empty} className={css.nothing}>
            {t(shown.is === 'asking' ? 'fields.searching' : shown.is === 'failed' ? 'fields.searchFailed' : 'fields.nothingFound')}
            {shown.is === 'found' && nothing}
          </span>
        }
        status={invalid ? 'error' : ''}
        {...{ 'aria-invalid': invalid, 'aria-required': required }}
        onActive={(id: unknown) => onActive(typeof id === 'number' ? id : null)}
        onOpenChange={setOpen}
        onSelect={(one: Labelled | null) => {
          const row = rows.find(({ id }) => id === one?.value);
          if (row) take(row);
        }}
        {...(locked ? { tagRender: (tag: TagProps) => <Tag {...tag} stays={stays(tag.value)} /> } : {})}
        onDeselect={(one: Labelled | null) => one && !stays(one.value) && onDrop(one.value)}
        onClear={() => {
          onText('');
          onClear();
        }}
      />
    </span>
  );
}
