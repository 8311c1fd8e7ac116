export const tabs = {
  parts: 'Parts of {name}',
  form: 'Details',
  formUnsaved: 'Details (not saved)',
  saveFirst: 'Save the record before you add to {name}',
  saveFirstWhy: '{name} belong to this record: once it is saved they can be added here.',
  unsaved:
    'There are changes under Details that are not saved. Save or undo them before you change {name}, so that neither stands in the other’s way.',
  toForm: 'Back to Details',
  bind: 'Bind existing',
  bindTo: 'Bind to “{name}”',
  bound: '{n} record bound | {n} records bound',
  unbind: 'Unbind',
  unbindTitle: 'Unbind “{row}” from “{name}”?',
  unbindBody: 'It stays, and can be bound again.',
  unbound: 'Unbound',
};
