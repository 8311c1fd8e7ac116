/** Folders that hold one file for each thing of a kind: whoever adds one touches its file and the row that names it. */
export const REGISTRIES: Readonly<Record<string, string>> = {
  'protocol/src/fields': 'one file a data type',
  'web/src/fields': 'one file a data type',
};

/** Functions that are still too long, by file and name. A row goes with what it names: one that holds no more is told. */
export const STILL_LONG: readonly string[] = [
  'web/src/drafts/hold.ts holdDraft',
  'web/src/fields/use-lookup.ts useLookup',
  'web/src/flow/handling/HandlingBar.tsx HandlingBar',
  'web/src/flow/handling/use-handling.ts useHandling',
  'web/src/flow/process/HolderStrip.tsx HolderStrip',
  'web/src/pages/form/FormPage.tsx Form',
  'web/src/pages/form/content/FieldCell.tsx FieldCell',
  'web/src/pages/form/content/Subtable.tsx Subtable',
  'web/src/pages/form/control/use-form-page.ts useFormPage',
  'web/src/pages/form/control/use-save.ts useSave',
  'web/src/pages/todo/Preview.tsx Preview',
];
/** Folders that still hold too much; they go likewise. */
export const STILL_FULL: readonly string[] = [];
