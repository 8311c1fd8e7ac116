/** A field of a record that the record names: `fault_entity.cost` is the `cost` of the one in `fault_entity`. */
export interface Related {
  /** the record's own field, an entity */
  by: string;
  /** the field of the record that it names */
  field: string;
}

/** What a name with a dot in it speaks of; null for a field of the record itself. */
export function relatedOf(name: string): Related | null {
  const at = name.indexOf('.');
  return at < 0 ? null : { by: name.slice(0, at), field: name.slice(at + 1) };
}

interface Titles {
  key_name: string;
  key_name_en: string;
}

/** What a field of a named record is called beside the record's own. */
export const titled = (by: Titles, field: Titles): Titles => ({
  key_name: `${by.key_name} · ${field.key_name}`,
  key_name_en: `${by.key_name_en} · ${field.key_name_en}`,
});
