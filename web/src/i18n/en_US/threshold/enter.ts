export const enter = {
  invite: 'Set your password',
  inviteWhy: 'An administrator made an account for you. Set a password and sign in; this link works once.',
  reset: 'Set a new password',
  resetWhy: 'With the new password the old one ends, and you are signed out on every device.',
  company: 'Company',
  person: 'Name',
  go: 'Set password',
  busy: 'Setting it…',
  over: 'This link no longer works',
  overWhy: 'It was used, is too old, or a newer one took its place.',
  overNext:
    'If you set your password with it, sign in. Otherwise ask for a new one: on the sign-in page if you forgot your password, or from your administrator.',
  done: 'Your password is set',
  doneWhy: 'Sign in with this account and the password that you have just set.',
  signIn: 'Sign in',
};
