import type { ClipboardEvent, FocusEvent } from 'react';
import { location } from '#protocol/fields/location.ts';
import { type Place, placeOf, placeText } from '#protocol/fields/place/place.ts';
import { readPlace } from '#protocol/fields/place/read-place.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Input } from '#web/ui/controls.ts';
import { asText } from '../values.ts';
import type { EditProps } from '../widget.ts';
import css from './PlaceBox.module.css';

/** As it is typed: blanks at its ends are the writer's until the box is left. */
function partsOf(text: string): Place {
  const [lng = '', lat = '', ...address] = text.split(',');
  return { lng, lat, address: address.join(',') };
}

/** A comma, of whatever width, would end the number. */
const asNumber = (typed: string): string => typed.replaceAll(/[,\uff0c\u3002]/g, '.').trim();

/** An address and its two degrees; a place that is pasted as one text fills all three. */
export function PlaceBox({ id, field, value, onChange, onBlur, required, invalid, describedBy }: EditProps) {
  const { t, label } = useText();
  const text = asText(value);
  const parts = partsOf(text);
  const name = label(field);
  const put = (part: Partial<Place>) => onChange(placeText({ ...parts, ...part }) || null);
  const paste = (event: ClipboardEvent) => {
    const read = readPlace(event.clipboardData.getData('text/plain'));
    if (read === null) return;
    event.preventDefault();
    const found = placeOf(read);
    onChange(placeText({ ...found, address: found.address || parts.address }));
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return;
    const { value: kept, fault } = location.parse(text, { def: field });
    if (kept && !fault) onChange(location.encode(kept));
    onBlur();
  };
  const box = { size: 'large', status: invalid ? 'error' : '', 'aria-invalid': invalid, 'aria-describedby': describedBy } as const;
  const must = { 'aria-required': required };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame, and its legend stands above already
    <div className={css.place} role="group" aria-label={name} onBlur={leave} onPasteCapture={paste}>
      <span className={css.address}>
        <Input
          {...{ ...box, ...must, id }}
          aria-label={t('kinds.address', { name })}
          placeholder={label(field, 'placeholder') || t('kinds.anAddress')}
          value={parts.address}
          onChange={(event) => put({ address: event.target.value })}
        />
      </span>
      <span className={css.degrees}>
        {(['lng', 'lat'] as const).map((axis) => (
          <Input
            key={axis}
            {...{ ...box, ...must }}
            inputMode="decimal"
            aria-label={t(axis === 'lng' ? 'kinds.longitude' : 'kinds.latitude', { name })}
            placeholder={t(axis === 'lng' ? 'kinds.aLongitude' : 'kinds.aLatitude')}
            value={parts[axis]}
            onChange={(event) => put({ [axis]: asNumber(event.target.value) })}
          />
        ))}
      </span>
    </div>
  );
}
