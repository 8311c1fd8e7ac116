export const leader = {
  title: 'Leadership view',
  back: 'Back',
  made: 'As of {at}',
  wall: 'Wall screen',
  unwall: 'Leave the wall screen',
};
