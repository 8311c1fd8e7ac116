export const session = {
  again: 'The session has expired',
  againWhy: 'Everything you typed is still here. {name}, enter your password to go on.',
  againGo: 'Continue',
  left: 'You signed out in another window',
  leftWhy: 'This window holds unsaved work. It is covered and kept. {name}, please enter your password to go on.',
};
