import { toolbarActions } from '#protocol/rules/actions.ts';
import { tableOf } from '#web/api/table-of.ts';
import { useTable } from '#web/api/use-table.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { ADDING_EN, ADDING_ZH } from '#web/i18n/parts/records/adding.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';

addTexts(ADDING_ZH, ADDING_EN);

/** Where nothing is called as it was typed: the way to add it, for who may. */
export function AddFound({ source, text, onAdd }: { source: string; text: string; onAdd(): void }) {
  const { t } = useText();
  const { table } = useTable(tableOf(source));
  if (!table || !toolbarActions(table, () => true).some(({ op }) => op === 'Add')) return null;
  return (
    <Button kind="link" icon="add" onMouseDown={(event) => event.preventDefault()} onClick={onAdd}>
      {t('adding.called', { text })}
    </Button>
  );
}
