import { type ReactNode, useId } from 'react';
import type { Currency } from '#protocol/wire/envelope.ts';
import type { VersionThen } from '#protocol/wire/version.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { VERSION_EN, VERSION_ZH } from '#web/i18n/parts/records/version.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { EmptyState, ErrorState, Outdated, SkeletonLines, useLate } from '#web/ui/states.tsx';
import type { FormPage } from '../../control/use-form-page.ts';
import { isSame } from '../../state/form-state.ts';
import { Value } from '../HistoryValue.tsx';
import { type Brought, isComing, type Line, type RowLine } from './brought.ts';
import type { Looked } from './looked.ts';
import { type Restoring, useRestoring } from './use-restoring.ts';
import css from './VersionDialog.module.css';

addTexts(VERSION_ZH, VERSION_EN);

interface VersionDialogProps {
  page: FormPage;
  cloud: string;
  id: number;
  looked: Looked;
  onClose(): void;
}

/** A version beside the record as it stands: what differs, what would come back, what cannot and why; and the press that brings it back. */
export function VersionDialog({ page, cloud, id, looked, onClose }: VersionDialogProps) {
  const { t } = useText();
  const query = useOp(ops.version, { cloud, id, nth: looked.nth }, { fresh: 0 });
  const told = query.data?.data as unknown as (VersionThen & { _currency?: Currency }) | undefined;
  const restoring = useRestoring(page, cloud, id, told);
  const { when, who } = looked;
  const restore = async () => {
    if (!(await restoring.restore())) return;
    toast.done(when ? t('version.done', { when: when.slice(0, 16) }) : t('version.doneSilent'));
    onClose();
  };
  const title = (
    <>
      {when ? t('version.title', { when: when.slice(0, 16) }) : t('version.titleSilent')} <span className={css.of}>{who}</span>
    </>
  );
  const offers = restoring.may && restoring.brought !== null && restoring.coming > 0;
  const foot = (
    <>
      <Button size="medium" onClick={onClose}>
        {t(offers ? 'ui.cancel' : 'ui.close')}
      </Button>
      {offers && (
        <Button size="medium" kind="primary" disabled={page.dirty} busy={restoring.busy} onClick={() => void restore()}>
          {t('version.ok')}
        </Button>
      )}
    </>
  );
  return (
    <Dialog open width={760} title={title} onClose={onClose} footer={foot}>
      <Amounts of={told?._currency ?? page.currency}>
        <Body page={page} query={query} told={told} restoring={restoring} />
      </Amounts>
    </Dialog>
  );
}

interface BodyProps {
  page: FormPage;
  query: ReturnType<typeof useOp>;
  told: VersionThen | undefined;
  restoring: Restoring;
}

function Body({ page, query, told, restoring }: BodyProps) {
  const { t } = useText();
  const late = useLate(query.isPending, 300);
  const { error, outdated } = failureOf(query);
  const again = () => void query.refetch();
  if (error) return <ErrorState why={error.remark} onRetry={again} />;
  if (!told) return late ? <SkeletonLines lines={6} /> : null;
  if (told.fields.length + told.rows.length === 0) return <EmptyState title={t('version.same')} why={t('version.sameWhy')} />;
  const { brought, may, coming, refused } = restoring;
  if (!brought) return <Moved onRefresh={() => void Promise.all([page.reload(), query.refetch()])} />;
  return (
    <div className={css.body}>
      <Outdated why={outdated?.remark} onRetry={again} />
      {refused && (
        <Banner tone="error" icon="alert" words={[t(refused.by === 'rules' ? 'version.wrong' : 'version.refused'), ...refused.lines]} />
      )}
      {may && page.dirty && coming > 0 && <Banner icon="alert" words={t('version.dirty')} />}
      <Compared brought={brought} may={may} />
      <div className={css.notes}>
        {told.partial === 1 && <p>{t('version.partial')}</p>}
        {may && <p>{t(coming > 0 ? 'version.note' : 'version.nothing')}</p>}
      </div>
    </div>
  );
}

function Moved({ onRefresh }: { onRefresh(): void }) {
  const { t } = useText();
  return (
    <Banner icon="alert" words={t('version.moved')}>
      <Button onClick={onRefresh}>{t('version.refresh')}</Button>
    </Banner>
  );
}

/** Field by field and row by row: first what comes back, then what stays and why. Who may not change the record is told what differs. */
function Compared({ brought: { fields, rows }, may }: { brought: Brought; may: boolean }) {
  const { t } = useText();
  const parts = may
    ? ([
        ['version.comes', fields.filter(isComing), rows.filter(isComing)],
        ['version.stays', fields.filter((line) => !isComing(line)), rows.filter((row) => !isComing(row))],
      ] as const)
    : ([['version.differs', fields, rows]] as const);
  return (
    <table className={css.compared}>
      <colgroup>
        <col className={css.name} />
        <col />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t('version.field')}</th>
          <th scope="col">{t('version.was')}</th>
          <th scope="col">{t('version.is')}</th>
        </tr>
      </thead>
      {parts
        .filter(([, some, more]) => some.length + more.length > 0)
        .map(([head, some, more]) => (
          <Part key={head} title={t(head, { n: some.length + more.length })} isStaying={head === 'version.stays'}>
            {some.map((line) => (
              <FieldRow key={line.field.uid} line={line} may={may} />
            ))}
            {more.map((row) => (
              <SubRow key={`${row.sub.def.uid}/${row.id}`} row={row} may={may} />
            ))}
          </Part>
        ))}
    </table>
  );
}

function Part({ title, isStaying, children }: { title: string; isStaying: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <tbody aria-labelledby={id} data-staying={isStaying || undefined}>
      <tr>
        <th id={id} scope="rowgroup" colSpan={3} className={css.part}>
          {title}
        </th>
      </tr>
      {children}
    </tbody>
  );
}

function FieldRow({ line, may }: { line: Line; may: boolean }) {
  const { measured } = useUnits();
  return (
    <tr data-field={line.field.field_name}>
      <th scope="row">
        {measured(line.field)}
        {may && <Reason line={line} />}
      </th>
      <td>
        <Shown line={line} of="from" />
      </td>
      <td className={css.now}>
        <Shown line={line} of="to" />
      </td>
    </tr>
  );
}

const REASONS = { calc: 'version.calc', locked: 'version.locked', lost: 'version.lost', secret: 'version.secret' } as const;

/** Why it stays, or how much of it does. */
function Reason({ line: { why, lost } }: { line: Pick<Line, 'why' | 'lost'> }) {
  const { t } = useText();
  if (!why && !lost) return null;
  return (
    <span className={css.why}>
      <Icon name="alert" size={12} /> {lost ? t('version.lostFiles', { n: lost }) : t(REASONS[why!])}
    </span>
  );
}

function Shown({ line: { field, from, to }, of }: { line: Pick<Line, 'field' | 'from' | 'to'>; of: 'from' | 'to' }) {
  const { t } = useText();
  const value = of === 'from' ? from : to;
  return isSame(value, null) ? <span className={css.quiet}>{t('form.empty')}</span> : <Value field={field} value={value} />;
}

/** What a press does with a row, and what has become of it for who may not press. */
const DONE = { Add: 'version.rowOut', Delete: 'version.rowBack', Modify: 'version.rowChange' } as const;
const BECAME = { Add: 'version.rowCame', Delete: 'version.rowWas', Modify: 'version.rowDiffers' } as const;

function SubRow({ row, may }: { row: RowLine; may: boolean }) {
  const { t, label } = useText();
  const { op, sub, lines, name, why } = row;
  const words = may && !why ? DONE : BECAME;
  return (
    <tr>
      <th scope="row">
        {t(words[op], { name: label(sub.def) })}
        {op === 'Modify' && name && (
          <span className={css.which}>
            <Value field={name.field} value={name.to} />
          </span>
        )}
        {may && why && <Reason line={{ why }} />}
      </th>
      <td>{op !== 'Add' && <Facts lines={lines} of="from" may={may && !why} />}</td>
      <td className={css.now}>{op !== 'Delete' && <Facts lines={lines} of="to" may={false} />}</td>
    </tr>
  );
}

function Facts({ lines, of, may }: { lines: readonly Line[]; of: 'from' | 'to'; may: boolean }) {
  const { measured } = useUnits();
  return (
    <dl className={css.facts}>
      {lines.map((line) => (
        <div key={line.field.uid}>
          <dt>{measured(line.field)}</dt>
          <dd>
            <Shown line={line} of={of} />
            {may && <Reason line={line} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
