/**
 * What definitions may use already. The schema holds the whole of engine section 3; whatever has no behaviour yet is refused at
 * load, never swallowed (a definition must not promise what nobody keeps). Who builds a thing takes its line out of here and
 * names its proof in `scripts/house/schema-keys.test.ts`.
 */
export const SUPPORTED = {
  /** refused keys by the shape that carries them; a flag that says 0 is allowed */
  refusedKeys: {
    table: ['client_states'],
    field: ['import', 'export', 'sensitive'],
    subtable: [],
    state: [],
    action: [],
    event: [],
    report: [],
    chart: [],
    place: [],
    source: [],
    target: [],
    measure: [],
  },
} as const;

export type Shape = keyof typeof SUPPORTED.refusedKeys;
