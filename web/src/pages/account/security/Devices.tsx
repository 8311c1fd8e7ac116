import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ask } from '#web/ui/overlay/dialog.ts';
import css from './Devices.module.css';
import type { Device, DevicesController } from './use-devices.ts';

/** Where the person is signed in, and the way to end it; the device at hand signs out by the menu instead. */
export function Devices({ devices: { rows, end } }: { devices: DevicesController }) {
  const { t } = useText();
  const others = rows.length - 1;
  const endOthers = async () => {
    const question = { title: t('account.endOthersTitle', { n: others }), body: t('account.endOthersWhy') };
    if (await ask({ ...question, ok: t('account.end'), cancel: t('account.stay'), danger: true })) await end();
  };
  return (
    <section className={css.devices}>
      <div className={css.head}>
        <h3 className={css.title}>{t('account.devices')}</h3>
        <span className={css.count}>{rows.length}</span>
        <span className={css.grow} />
        {others > 0 && (
          <Button kind="danger" onClick={() => void endOthers()}>
            {t('account.endOthers', { n: others })}
          </Button>
        )}
      </div>
      <table className={css.table}>
        <thead>
          <tr>
            <th>{t('account.device')}</th>
            <th>{t('account.address')}</th>
            <th>{t('account.since')}</th>
            <th>{t('account.seen')}</th>
            <th>
              <span className="sr">{t('account.end')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} onEnd={end} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ row, onEnd }: { row: Device; onEnd: (id: string) => Promise<void> }) {
  const { t } = useText();
  const name = useDeviceName(row);
  const named = { name, address: row.address };
  const end = async () => {
    const question = { title: t('account.endTitle'), body: t('account.endWhy', named) };
    if (await ask({ ...question, ok: t('account.end'), cancel: t('account.stay'), danger: true })) await onEnd(row.id);
  };
  return (
    <tr>
      <td className={css.name}>
        <Icon name={row.kind === 'mobile' || row.kind === 'tablet' ? 'phone' : 'monitor'} />
        {name}
        {row.here === 1 && <b className={css.here}>{t('account.here')}</b>}
      </td>
      <td>{row.address}</td>
      <td>
        <span className={css.label}>{t('account.since')}</span>
        {shortTime(row.since)}
      </td>
      <td>
        <span className={css.label}>{t('account.seen')}</span>
        {row.here === 1 ? t('account.now') : shortTime(row.seen)}
      </td>
      <td className={css.act}>
        {row.here === 0 && (
          <Button kind="link" className={css.end} aria-label={t('account.endNamed', named)} onClick={() => void end()}>
            {t('account.end')}
          </Button>
        )}
      </td>
    </tr>
  );
}

function useDeviceName({ browser, system }: Device): string {
  const { t } = useText();
  if (browser && system) return t('account.onSystem', { browser, system });
  return browser || system || t('account.unknown');
}
