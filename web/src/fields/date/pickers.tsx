import { DatePicker as AntdDatePicker, type DatePickerProps } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/zh-cn';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import { useLayoutEffect } from 'react';
import { companyZone } from '#web/i18n/clock.ts';
import { locale as current } from '#web/i18n/locale.ts';
import { useLocale } from '#web/i18n/use-text.ts';

dayjs.extend(utc);
dayjs.extend(timezone);
dayjs.locale(tongueOf(current()));

function tongueOf(locale: ReturnType<typeof current>): string {
  return locale === 'en_US' ? 'en' : 'zh-cn';
}

/** antd's calendar with the company's today and now, in the language on screen. It is as large as a page: whoever imports it comes after the first list. */
export function DatePicker(props: DatePickerProps<Dayjs, false>) {
  const locale = useLocale();
  useLayoutEffect(() => {
    dayjs.locale(tongueOf(locale));
  }, [locale]);
  useLayoutEffect(() => dayjs.tz.setDefault(companyZone()), []);
  return <AntdDatePicker {...props} />;
}
