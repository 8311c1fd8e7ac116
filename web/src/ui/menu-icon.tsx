import { Icon, type IconName } from './Icon.tsx';

/** An icon for an item of antd's menus: they dress the element they are given. */
export const menuIcon = (name: IconName) => (
  <span>
    <Icon name={name} />
  </span>
);
