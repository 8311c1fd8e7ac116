import { EnterPage } from './enter/EnterPage.tsx';
import { EyesPage } from './eyes/EyesPage.tsx';
import { ForgotPage } from './forgot/ForgotPage.tsx';
import { RegisterPage } from './register/RegisterPage.tsx';
import { SetUpPage } from './setup/SetUpPage.tsx';

/** Pages beside the sign-in that need no session: a first company, a one-time link, a registration, a forgotten password, a look through somebody's eyes. */
export const ENTRANCES = { EnterPage, EyesPage, ForgotPage, RegisterPage, SetUpPage };
