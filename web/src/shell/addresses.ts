import { type ComponentType, lazy } from 'react';
import { SignInPage } from './signin/SignInPage.tsx';

interface Address {
  page: ComponentType;
  /** may be opened without being signed in */
  free?: boolean;
}

const guard = () => import('./signin/session/SessionGuard.tsx').then((room) => ({ default: room.SessionGuard }));
/** Stands beside every page that needs a session; the sign-in page carries nothing of it. */
export const SessionGuard = lazy(guard);

/** A page that needs a session, asked for together with what guards it. */
const guarded = (load: () => Promise<ComponentType>) => lazy(() => Promise.all([load(), guard()]).then(([page]) => ({ default: page })));

const entrances = () => import('./entrances.ts').then(({ ENTRANCES }) => ENTRANCES);
/** A page that is met once, if ever: all of them are one file, so that the sign-in page names one. */
const entrance = (page: keyof Awaited<ReturnType<typeof entrances>>) => lazy(async () => ({ default: (await entrances())[page] }));

/** The client's addresses (FRAME-10), each loaded when it is opened; the first one comes with the entry. A row appears when what it opens works. */
export const ADDRESSES: Readonly<Record<string, Address>> = {
  '/login': { page: SignInPage, free: true },
  '/setup': { page: entrance('SetUpPage'), free: true },
  '/enter': { page: entrance('EnterPage'), free: true },
  '/register': { page: entrance('RegisterPage'), free: true },
  '/forgot': { page: entrance('ForgotPage'), free: true },
  '/eyes': { page: entrance('EyesPage'), free: true },
  '/password': { page: guarded(() => import('./password/PasswordPage.tsx').then((room) => room.PasswordPage)) },
  '/Home': { page: guarded(() => import('./home/HomePage.tsx').then((room) => room.HomePage)) },
  '/EI': { page: guarded(() => import('./leader/LeaderPage.tsx').then((room) => room.LeaderPage)) },
  '/main': { page: guarded(() => import('./frame/Frame.tsx').then((room) => room.Frame)) },
};
