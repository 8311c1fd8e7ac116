/**
 * Fetches what stands behind the sign-in while the password is typed and derived, so that it is there when the server says yes. What
 * cannot be fetched is fetched again when it is opened, and said then.
 */
export function foresee(): void {
  const rooms = [import('../frame/Frame.tsx'), import('#web/pages/todo/TodoPage.tsx'), import('#web/pages/list/ListPage.tsx')];
  for (const room of rooms) room.catch(() => undefined);
}
