import { useState } from 'react';
import { type FieldSpec, fieldLabel } from '#protocol/fields/kind.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { opKey, queryClient } from '#web/api/use-op.ts';
import { widgetOf } from '#web/fields/registry.ts';
import { isUploading } from '#web/fields/use-upload.ts';
import { asFiles } from '#web/fields/values.ts';
import { useText } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { Line } from '../Line.tsx';
import css from './OwnPicture.module.css';
import { OWN_CLOUD, type Own, type OwnController } from './use-own.ts';

interface OwnPictureProps extends Pick<OwnController, 'ask' | 'save'> {
  own: Own;
  field: FieldSpec;
}

/** Pictures of oneself that one may change: kept as soon as they are chosen or taken away. After a 311 what stands now is shown, to be changed again. */
export function OwnPicture({ own: { table, row }, field: { def }, ask, save }: OwnPictureProps) {
  const { t, locale } = useText();
  const [typed, setTyped] = useState<unknown>();
  const Edit = widgetOf(def).Edit!;
  const name = def.field_name;
  const keep = async (keys: readonly string[]) => {
    try {
      await save({ [name]: keys.join(',') }, Number(row.version));
      // the frame shows it too
      await queryClient.invalidateQueries({ queryKey: opKey(ops.loadNav, {}) });
      toast.done(t('account.pictureSaved'));
    } catch (error) {
      const { code, remark } = asApiError(error);
      if (code === 311) await ask();
      toast.error(code === 311 ? t('account.pictureChanged') : remark);
    } finally {
      setTyped(undefined);
    }
  };
  const keysOf = (value: unknown): string[] => asFiles(value).map((file) => file.key_name);
  const change = (value: unknown) => {
    const isNew = keysOf(value).join() !== keysOf(row[name]).join();
    setTyped(isNew || isUploading(value) ? value : undefined);
    if (isNew && !isUploading(value)) void keep(keysOf(value));
  };
  return (
    <Line label={fieldLabel({ def })[locale]}>
      <div className={css.round}>
        <Edit
          id={`${table.table_name}-own-${name}`}
          field={def}
          value={typed ?? row[name]}
          onChange={change}
          onBlur={() => undefined}
          locale={locale}
          required={false}
          invalid={false}
          values={() => row}
          cloud={OWN_CLOUD}
          rowid={Number(row.id)}
        />
      </div>
      <p className={css.why}>{t('account.pictureWhy')}</p>
    </Line>
  );
}
