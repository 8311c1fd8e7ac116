export const forgot = {
  title: 'Forgotten password',
  about: 'Enter company account and user name. A link to set a new password goes to the mail address that is kept with your account.',
  ask: 'Ask an administrator of your company.',
  askWhy:
    'He opens your account (System › Users) and makes a one-time link, with which you set a new password; until you use it, the old one works. You are the only administrator? Ask the operator of the platform.',
  go: 'Send the link',
  busy: 'Sending…',
  back: 'Back to sign-in',
  done: 'Check your mail',
  doneWhy:
    'If the names are right and a mail address is kept with the account, a mail arrives within some minutes. Its link works once, for 2 hours; until you use it, the old password works.',
  doneNext:
    'Nothing arrived? Look in your spam folder, check the names and try again, or ask your administrator. Ask your administrator, too, if you changed your mail address yourself in the last three days.',
  again: 'Try again',
};
