import { FrameLayout } from './FrameLayout.tsx';
import { Room } from './Room.tsx';

/** /main: everything behind the sign-in. */
export const Frame = () => (
  <Room>
    <FrameLayout />
  </Room>
);
