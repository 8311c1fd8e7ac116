export const eyes = {
  as: 'Looking through the eyes of {name}',
  short: 'Eyes of {name}',
  only: 'read only',
  left: '{n} min left',
  end: 'Stop looking',
  opening: 'Opening',
  openingWhy: 'Waiting for the page that opened this window.',
  over: 'You have stopped looking',
  overWhy: 'This window shows nothing any more and can be closed. To go on, open it again from the account page.',
  home: 'To my own start page',
};
