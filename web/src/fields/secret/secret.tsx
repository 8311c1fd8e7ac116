import { lazy } from 'react';
import { MASK } from '#protocol/fields/password.ts';
import { Later } from '../Later.tsx';
import type { EditProps, Widget } from '../widget.ts';

const SecretBox = lazy(() => import('./SecretBox.tsx').then((room) => ({ default: room.SecretBox })));

/** Nobody reads it, nor whether there is one. */
const ReadSecret = () => <span>{MASK}</span>;

/** Where what makes the proof does not come, nothing is typed: it would be sent in clear. */
const EditSecret = (props: EditProps) => (
  <Later of={<ReadSecret />}>
    <SecretBox {...props} />
  </Later>
);

/** password: its box comes when a form has one */
export const secretWidget: Widget = { Read: ReadSecret, Edit: EditSecret, Search: null };
