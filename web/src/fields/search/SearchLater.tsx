import { lazy } from 'react';
import { isOf } from '#protocol/meta/data-types.ts';
import { Later } from '../Later.tsx';
import type { SearchProps } from '../widget.ts';

const SearchChoice = lazy(() => import('./SearchChoice.tsx').then((room) => ({ default: room.SearchChoice })));
const SearchEntity = lazy(() => import('./SearchEntity.tsx').then((room) => ({ default: room.SearchEntity })));

/** The filter of a choice or a reference, which comes when somebody filters. */
export const SearchLater = (props: SearchProps) => (
  <Later id={props.id} of={null}>
    {isOf(props.field.data_type, 'choice', 'choices') ? <SearchChoice {...props} /> : <SearchEntity {...props} />}
  </Later>
);
