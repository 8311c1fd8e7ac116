import { type ComponentType, lazy } from 'react';
import { SignInPage } from './signin/SignInPage.tsx';

interface Address {
  page: ComponentType;
  /** may be opened without being signed in */
  free?: boolean;
}

/** The client's addresses (FRAME-10), each loaded when it is opened; the first one comes with the entry. A row appears when what it opens works. */
export const ADDRESSES: Readonly<Record<string, Address>> = {
  '/login': { page: SignInPage, free: true },
  '/setup': { page: lazy(() => import('./setup/SetUpPage.tsx').then((room) => ({ default: room.SetUpPage }))), free: true },
  '/Home': { page: lazy(() => import('./home/HomePage.tsx').then((room) => ({ default: room.HomePage }))) },
  '/main': { page: lazy(() => import('./frame/Frame.tsx').then((room) => ({ default: room.Frame }))) },
};
