import type { FieldDef } from '#protocol/meta/field.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { isUploading, UPLOAD, type UploadFault, useUpload } from '#web/fields/use-upload.ts';
import { formatBytes } from '#web/i18n/format.ts';
import { say, useText } from '#web/i18n/use-text.ts';
import { useUnsaved } from '#web/nav/use-tab.ts';
import { toast } from '#web/ui/overlay/toast.ts';

/** Under this name files of the approval itself are uploaded, whatever the table calls its fields (FLOW-08). */
const attachsNamed = (name: string): FieldDef => ({
  ...{ uid: 'flow.attachs', field_name: '_attachs', key_name: name, key_name_en: name },
  ...{ data_type: 'file' },
});

export interface AttachmentsOn {
  cloud: string;
  id: number;
  files: readonly FileValue[];
  put(files: readonly FileValue[]): void;
}

export type Attachments = ReturnType<typeof useAttachments>;

/** Files that go with an opinion: each is sent as it is chosen, and named when the opinion goes. */
export function useAttachments({ cloud, id, files, put }: AttachmentsOn) {
  const { locale, t } = useText();
  const field = attachsNamed(t('beside.attach'));
  const uploading = isUploading(files);
  useUnsaved(uploading, uploading);
  const on = {
    ...{ id: field.uid, field, value: files, locale, required: false, invalid: false, cloud, rowid: id },
    onChange: (value: unknown) => put(value as readonly FileValue[]),
    onBlur: () => undefined,
    values: () => ({}),
  };
  return { ...useUpload(on, { tell }), uploading };
}

function tell(fault: UploadFault): void {
  if (fault.kind === 'many') toast.info(say('beside.uploadMany', { n: fault.most }));
  else if (fault.kind === 'large')
    toast.error(say('fields.uploadFailed'), {
      lines: [say('fields.tooLargeFile', { name: fault.name, size: formatBytes(fault.most) })],
      about: UPLOAD,
    });
  else if (fault.kind === 'busy') toast.error(say('fields.uploadBusy'), { about: UPLOAD });
  else toast.error(say('fields.uploadFailed'), { lines: [fault.remark], about: UPLOAD });
}

/** As the wire names them. */
export const attached = (files: readonly FileValue[]): { attachs?: string } =>
  files.length > 0 ? { attachs: files.map(({ key_name }) => key_name).join(',') } : {};
