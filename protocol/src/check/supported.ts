/**
 * What definitions may use already. The schema holds the whole of engine section 3; whatever has no behaviour yet is refused at
 * load, never swallowed (a definition must not promise what nobody keeps). Who builds a thing takes its line out of here and
 * names its proof in `scripts/house/schema-keys.test.ts`.
 */
export const SUPPORTED = {
  /** refused keys by the shape that carries them; a flag that says 0 is allowed */
  refusedKeys: {
    table: ['attach', 'onload', 'client_states', 'min', 'max'],
    field: ['onchange', 'import', 'export', 'preview', 'expand', 'sensitive', 'value_type'],
    subtable: ['onchange', 'url', 'query'],
    state: [],
    action: ['pfield', 'preview', 'extra'],
    event: ['action'],
    report: [],
    chart: [],
    place: [],
    source: [],
    target: ['attr'],
    measure: ['times', 'last', 'link'],
  },
  /** refused values of keys that are otherwise kept */
  refusedValues: {
    'field.SearchShow': ['MULTIPLE'],
  },
  /** what may stand there instead */
  values: {
    'field.SearchShow': ['AUTO', 'NONE'],
  },
} as const;

export type Shape = keyof typeof SUPPORTED.refusedKeys;
