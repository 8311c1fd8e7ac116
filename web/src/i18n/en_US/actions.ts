export const actions = {
  selectOne: 'Select At Least One Record',
  batchAll: 'No records chosen: changes all that match',
  batchSome: 'Changes the chosen records: {n}',
  onlyOne: 'Only One Record Can Be Selected',
  confirmTitle: '{action} {n} record? | {action} {n} records?',
  confirmBody: '"{action}" will be applied to "{names}".',
  confirmDelete: '"{names}" will be moved to the recycle bin.',
  confirmAlone: '{action}?',
  namesAndMore: '{names} and others, {n} in all',
  partly: '{failed} of {n} failed',
  onlyLooks: 'You are looking through somebody’s eyes: nothing can be done here',
};
