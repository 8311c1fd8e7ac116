import type { TableDef } from '#protocol/meta/table.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { GROUP_EN, GROUP_ZH } from '#web/i18n/parts/group.ts';
import type { ListPickerProps } from '../list/ListPicker.tsx';
import { GroupPicker } from './GroupPicker.tsx';
import { PeoplePicker } from './PeoplePicker.tsx';
import { TransferPicker } from './TransferPicker.tsx';

addTexts(GROUP_ZH, GROUP_EN);

/** Records of a table of type GROUP or USER (PAGES-06), one or several. */
export function GroupedPicker({ type, ...picking }: ListPickerProps & { type: TableDef['type'] }) {
  if (type === 'USER') return <PeoplePicker {...picking} />;
  return picking.multiple ? <TransferPicker {...picking} /> : <GroupPicker {...picking} />;
}
