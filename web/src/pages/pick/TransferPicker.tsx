import { type ReactNode, useState } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { shown } from '#web/fields/shown.ts';
import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { Input, Select } from '#web/ui/controls.ts';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { ErrorState, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { useClear } from '#web/ui/use-clear.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import { useGroupName } from '../group/group-name.ts';
import { type GroupController, useGroupDialog } from '../group/use-group-page.ts';
import type { ListPickerProps } from '../list/ListPicker.tsx';
import { CheckList } from './CheckList.tsx';
import { offField } from './pick-row.ts';
import css from './TransferPicker.module.css';
import { useKeyword } from './use-keyword.ts';
import { type Offered, useOffered } from './use-offered.ts';
import { type Transfer, useTransfer } from './use-transfer.ts';

/** Several records, moved from what there is to what is chosen (PAGES-05): both lists beside each other, 525 px wide. */
export function TransferPicker({ cloud, title, chosen, fixed, onDone }: Omit<ListPickerProps, 'multiple'>) {
  const { t } = useText();
  const group = useGroupDialog(cloud, fixed);
  const [typed, setTyped, keyword] = useKeyword();
  const offered = useOffered({ cloud, table: group.table, fixed: group.fixed, keyword });
  const transfer = useTransfer(chosen, offered.rows, (row) => isOff(group.table, row));
  const done = () => onDone(transfer.chosen);
  return (
    <Dialog
      open
      width={525}
      title={title}
      onClose={() => onDone(null)}
      footer={
        <>
          <Changed transfer={transfer} />
          <Button size="medium" onClick={() => onDone(null)}>
            {t('ui.cancel')}
          </Button>
          <Button size="medium" kind="primary" onClick={done}>
            {t('list.choose')}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key is heard wherever one stands in the dialog */}
      <div className={css.lists} onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && done()}>
        <Left {...{ group, offered, transfer, typed, setTyped, keyword }} />
        <Arrows transfer={transfer} />
        <Right transfer={transfer} />
      </div>
    </Dialog>
  );
}

/** What was added and what taken out since it was opened. */
function Changed({ transfer: { added, gone } }: { transfer: Transfer }) {
  const { t } = useText();
  return (
    <span className={css.count} aria-live="polite">
      {added > 0 && <span>{t('group.added', { n: added })}</span>}
      {gone > 0 && <span>{t('group.removed', { n: gone })}</span>}
    </span>
  );
}

function Arrows({ transfer: { left, right, take, give } }: { transfer: Transfer }) {
  const { t } = useText();
  const phone = usePhone();
  return (
    <div className={css.arrows}>
      <IconButton icon={phone ? 'down' : 'right'} label={t('group.take')} disabled={left.checked.size === 0} onClick={() => take()} />
      <IconButton icon={phone ? 'up' : 'left'} label={t('group.give')} disabled={right.checked.size === 0} onClick={() => give()} />
    </div>
  );
}

const isOff = (table: TableDef | undefined, row: WireRow): boolean => table !== undefined && offField(table, row) !== undefined;

const totalOf = ({ total, isMore }: Offered): string => formatCount(total) + (isMore ? '+' : '');

interface SideProps {
  title: string;
  count: string;
  half: Transfer['left'];
  children: ReactNode;
}

function Side({ title, count, half, children }: SideProps) {
  const { t } = useText();
  const { checked, may, toggleAll } = half;
  const isAll = may.length > 0 && may.every(({ id }) => checked.has(id));
  return (
    <section className={css.side} aria-label={title}>
      <header className={css.head}>
        <Check
          label={t('group.tickAll', { name: title })}
          checked={isAll}
          some={checked.size > 0 && !isAll}
          disabled={may.length === 0}
          onChange={toggleAll}
        />
        <b>{title}</b>
        <span className={css.num}>{count}</span>
      </header>
      {children}
    </section>
  );
}

/** Of which group; nothing where the table has none. */
function GroupChoice({ group }: { group: GroupController }) {
  const { t } = useText();
  const name = useGroupName();
  if (!group.field) return null;
  const options = group.groups
    .filter(({ key }) => key !== 'blind')
    .map(({ key, num, level }) => ({
      value: key,
      label: `${'　'.repeat(level - 1)}${key === 'all' ? t('group.all') : name(group, key)}　${formatCount(num)}`,
    }));
  return (
    <Select
      aria-label={t('group.groups')}
      value={group.chosen}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={group.choose}
    />
  );
}

interface LeftProps {
  group: GroupController;
  offered: Offered;
  transfer: Transfer;
  typed: string;
  setTyped(typed: string): void;
  keyword: string;
}

function Left({ group, offered, transfer, typed, setTyped, keyword }: LeftProps) {
  const { t } = useText();
  const { left } = transfer;
  const allowClear = useClear();
  return (
    <Side title={t('group.there')} half={left} count={`${formatCount(left.checked.size)} / ${totalOf(offered)}`}>
      <div className={css.seek}>
        <Input
          allowClear={allowClear}
          aria-label={t('group.seekThere')}
          placeholder={t('group.seek')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <GroupChoice group={group} />
      </div>
      <There table={group.table} offered={offered} transfer={transfer} isSought={keyword !== ''} />
    </Side>
  );
}

interface ThereProps {
  table: TableDef | undefined;
  offered: Offered;
  transfer: Transfer;
  isSought: boolean;
}

function There({ table, offered, transfer: { left, take }, isSought }: ThereProps) {
  const { t, locale } = useText();
  const late = useLate(offered.isPending);
  if (offered.error) return <ErrorState why={offered.error.remark} onRetry={offered.retry} />;
  if (offered.isPending || !table) return late ? <SkeletonRows rows={8} columns={[0]} height={32} /> : null;
  const lines = left.rows.map((row) => {
    const field = offField(table, row);
    return {
      id: row.id,
      name: nameOf(row, locale),
      isOff: field !== undefined,
      mark: field && shown(field, row[field.field_name], locale),
    };
  });
  if (lines.length === 0)
    return <p className={css.nothing}>{t(isSought || offered.rows.length === 0 ? 'group.noneFound' : 'group.allTaken')}</p>;
  return (
    <CheckList label={t('group.there')} lines={lines} checked={left.checked} onCheck={left.toggle} onTake={(id) => take([id])}>
      {offered.more && (
        <Button kind="link" onClick={offered.more}>
          {t('group.more')}
        </Button>
      )}
    </CheckList>
  );
}

function Right({ transfer }: { transfer: Transfer }) {
  const { t, locale } = useText();
  const [words, setWords] = useState('');
  const { right } = transfer;
  const wanted = words.trim().toLowerCase();
  const nameIn = (row: WireRow) => (row.unauthorized ? t('fields.unauthorized') : nameOf(row, locale));
  const lines = right.rows
    .map((row, at) => ({
      id: row.id || -at - 1,
      name: nameIn(row),
      isOff: transfer.stays(row),
      mark: t(transfer.isNew(row) ? 'group.new' : 'group.had'),
    }))
    .filter(({ name }) => name.toLowerCase().includes(wanted));
  const allowClear = useClear();
  return (
    <Side title={t('group.taken')} half={right} count={formatCount(right.rows.length)}>
      <div className={css.seek}>
        <Input
          allowClear={allowClear}
          aria-label={t('group.seekTaken')}
          placeholder={t('group.seek')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      {lines.length > 0 ? (
        <CheckList
          label={t('group.taken')}
          lines={lines}
          checked={right.checked}
          onCheck={right.toggle}
          onTake={(id) => transfer.give([id])}
        />
      ) : (
        <p className={css.nothing}>{t(right.rows.length ? 'group.noneFound' : 'group.noneTaken')}</p>
      )}
      {right.rows.some(transfer.stays) && <p className={css.why}>{t('group.staysWhy')}</p>}
    </Side>
  );
}
