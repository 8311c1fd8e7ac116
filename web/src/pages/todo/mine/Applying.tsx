import { runAction } from '#web/actions/run-action.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { MINE_EN, MINE_ZH } from '#web/i18n/parts/mine.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { useApplying } from './use-applying.ts';

addTexts(MINE_ZH, MINE_EN);

/** The way to an application; where there are several kinds each by its own name. */
export function Applying() {
  const { t, label } = useText();
  const kinds = useApplying();
  return kinds.map(({ cloud, add }) => (
    <Button
      key={cloud}
      kind={kinds.length === 1 ? 'primary' : 'default'}
      icon="add"
      onClick={() => runAction({ action: add, cloud, rows: [] })}
    >
      {kinds.length === 1 ? t('mine.apply') : label(add)}
    </Button>
  ));
}
