import { useState } from 'react';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { useFieldHost } from '../host.ts';
import { Lookup } from '../Lookup.tsx';
import { useNames } from '../names.ts';
import { seekingFilter, soughtIn } from '../sought.ts';
import { anyIn, withRow } from '../values.ts';
import type { SearchProps } from '../widget.ts';
import { takesMore } from './takes-more.ts';

/** Records that are referred to, found by name: any of several, or one (`SearchShow`). */
export function SearchEntity({ id, field, value, onChange, invalid, describedBy }: SearchProps) {
  const host = useFieldHost();
  const [named, setNamed] = useState<readonly EntityValue[]>([]);
  const ids = idsOf(value);
  const names = useNames(
    field.source,
    ids.filter((each) => !named.some((row) => row.id === each)),
  );
  const chosen = ids.map((each) => [...named, ...names].find((row) => row.id === each) ?? { id: each });
  const text = soughtIn(value);
  const many = takesMore(field, ids);
  return (
    <Lookup
      id={id}
      multiple={many}
      allowClear
      maxTagCount="responsive"
      chosen={chosen}
      text={text}
      search={(keyword) => host.search(field, keyword, {})}
      invalid={invalid}
      aria-describedby={describedBy}
      onText={(typed) => onChange(seekingFilter(ids, typed))}
      onTake={(row) => {
        setNamed(withRow(chosen, row));
        onChange(seekingFilter(many ? withRow(chosen, row).map(({ id: each }) => each) : [row.id], ''));
      }}
      onDrop={(gone) =>
        onChange(
          seekingFilter(
            ids.filter((each) => each !== gone),
            text,
          ),
        )
      }
      onClear={() => onChange(undefined)}
    />
  );
}

/** Ids that a filter names. */
const idsOf = (filter: FieldFilter | undefined): number[] => anyIn(filter).map(Number);
