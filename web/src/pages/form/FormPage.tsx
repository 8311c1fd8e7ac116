import { type ReactNode, type RefObject, Suspense, use, useCallback, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { TableDef } from '#protocol/meta/table.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { flow } from '#protocol/texts/flow.ts';
import { save } from '#protocol/texts/save.ts';
import type { Returned } from '#protocol/wire/envelope.ts';
import { addRemarks } from '#web/api/error.ts';
import { useTable } from '#web/api/use-table.ts';
import { Amounts } from '#web/fields/amounts.tsx';
import { shown } from '#web/fields/shown.ts';
import { Chart } from '#web/flow/chart/Chart.tsx';
import { HolderStrip } from '#web/flow/process/HolderStrip.tsx';
import { StepBar } from '#web/flow/process/StepBar.tsx';
import type { TimelineProps } from '#web/flow/process/Timeline.tsx';
import { type Process, useProcess } from '#web/flow/process/use-process.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { FORM_EN, FORM_ZH } from '#web/i18n/parts/form.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import { TabContext, useTab } from '#web/nav/use-tab.ts';
import { EmptyState, ErrorState, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { isNotTheirs } from '../not-opened.ts';
import { WalkTools } from '../todo/walk/WalkTools.tsx';
import { ActionBar } from './ActionBar.tsx';
import { begunBy, useBegunBy } from './adding/begun-by.ts';
import { copyOf, useCopied } from './adding/copied.ts';
import { Attached } from './attached/Attached.tsx';
import { Banners } from './Banners.tsx';
import { Sections } from './content/Sections.tsx';
import { useDecided } from './control/decided.ts';
import { useActs } from './control/use-acts.ts';
import { type BegunFor, useBegun } from './control/use-begun.ts';
import { useBeside } from './control/use-beside.tsx';
import { type FormPage as Page, useFormPage } from './control/use-form-page.ts';
import { usePageKeys } from './control/use-page-keys.ts';
import css from './FormPage.module.css';
import { Foot, Head } from './Head.tsx';
import { Rail } from './rail/Rail.tsx';
import { useVersion } from './rail/version/use-version.tsx';
import { type Marks, MarksOf } from './since/marks.ts';
import { Since } from './since/Since.tsx';
import type { Values } from './state/form-state.ts';
import { insteadOf, isViewed, mayAdd } from './state/opened.ts';
import { recordName } from './state/record-name.ts';
import { wordsOf } from './state/told.ts';
import type { Typing } from './state/typing.ts';
import { TabBar } from './tabs/LazyTabs.ts';
import { type DrawRows, type SubTabs, useSubTabs } from './tabs/use-sub-tabs.ts';

addTexts(FORM_ZH, FORM_EN);
addRemarks({ ...save, ...flow });

interface FormPageProps {
  page: PageDescriptor;
  starting?: Values;
  /** draws lists in tabs beside the form; absent: the form stands alone */
  Rows?: DrawRows;
}

/** A record: title, where it stands, who holds it, the form with its rows, how it came here, and what may be done now (FORM-01). */
export function FormPage(props: FormPageProps) {
  const { page, starting } = props;
  return page.op === 'Add' && page.query && !starting ? <Begun {...props} query={page.query} /> : <Record {...props} />;
}

/** A new record that its address says a value of, such as the group that it is added from (PAGES-04). */
function Begun({ query, ...props }: FormPageProps & { query: BegunFor }) {
  const { table, query: definition } = useTable(props.page.cloud ?? '');
  const { values, isPending } = useBegun(table, query);
  const { values: copied, of } = useCopied(table, copyOf(query, table));
  const brought = useBegunBy(
    table,
    useMemo(() => begunBy(query, table), [query, table]),
  );
  // where the table cannot be read its page says so
  const waits = !definition.error && (isPending || copied === undefined || brought === undefined);
  const late = useLate(waits);
  const starting = useMemo(() => ({ ...copied, ...brought, ...values }), [copied, brought, values]);
  if (waits || (!table && !definition.error)) return late ? <SkeletonLines lines={12} /> : null;
  return <Record {...props} starting={starting} copied={of} />;
}

/** `copied`: the record that a new one begins as a copy of. */
function Record({ page: descriptor, starting, copied, Rows }: FormPageProps & { copied?: Values | undefined }) {
  const sheet = useRef<HTMLDivElement>(null);
  const page = useFormPage(descriptor, sheet, starting);
  return (
    <Amounts of={page.currency}>
      <Form place={descriptor} page={page} sheet={sheet} copied={copied} Rows={Rows} />
    </Amounts>
  );
}

interface FormProps {
  place: PageDescriptor;
  page: Page;
  sheet: RefObject<HTMLDivElement | null>;
  copied: Values | undefined;
  Rows: DrawRows | undefined;
}

function Form({ place, page, sheet, copied, Rows }: FormProps) {
  const { cloud = '', id = 0 } = place;
  const { table, typing, op } = page;
  const { t, label } = useText();
  const { active } = useTab();
  const acts = useActs(page, place, sheet);
  const { steps, since, ...process } = useProcess(table, cloud, id);
  const [marks, setMarks] = useState<Marks | null>(null);
  const beside = useBeside(page, place, process, acts);
  const late = useLate(page.loading);
  const { look, dialog } = useVersion(page, cloud, id);
  const tabs = useSubTabs(page, place, Rows !== undefined);
  // it may come back while the page stands
  const isDecided = useDecided(cloud, id) && op === 'Show' && !page.isMine;
  const bar = useRef<HTMLDivElement>(null);
  const toBar = () => bar.current?.querySelector<HTMLElement>('[data-kind=primary]:not([aria-disabled=true]), textarea, button')?.focus();
  usePageKeys(active && !tabs?.shown, sheet, {
    s: () => (op === 'Add' || op === 'Modify') && void acts.save(),
    Enter: toBar,
  });

  if (page.failure) return <Failure page={page} />;
  if (op === 'Add' && table && !mayAdd(table)) return <NotAdded table={table} />;
  if (page.record && !isViewed(page.actions)) return <EmptyState title={t('form.noView')} />;
  if (page.loading || !table || !typing) return late ? <SkeletonLines lines={12} /> : null;
  const hasRail = id > 0 && (table as LoadedTable).no_history !== 1;
  return (
    <div className={css.form} ref={sheet}>
      <button type="button" className={css.skip} onClick={toBar}>
        {t('form.toBar')}
      </button>
      <Head page={page} typing={typing} walk={<WalkTools cloud={cloud} id={id} />} onPrint={() => window.print()} />
      <WhereItStands table={table} page={page} typing={typing} steps={steps} process={process} onAct={beside.begin} />
      <Tabbed tabs={tabs} page={page} id={id} Rows={Rows}>
        <Banners page={page} cloud={cloud} id={id} copied={copied} onOpen={acts.open} />
        <Since {...{ table, cloud, id, sheet, isThere: since, subs: page.subs, isMine: page.isMine, drawn: marks, onMarks: setMarks }} />
        <div className={hasRail ? css.body : `${css.body} ${css.plain}`}>
          <Content page={page} typing={typing} cloud={cloud} id={id} marks={marks} />
          {hasRail && (
            <Rail
              table={table}
              subs={page.subs}
              cloud={cloud}
              id={id}
              me={page.filler.user.id}
              onAct={beside.begin}
              onLook={look}
              {...process}
            />
          )}
        </div>
        <ActionBar ref={bar} page={page} place={place} acts={acts} beside={beside} isDecided={isDecided} />
      </Tabbed>
      {beside.dialog}
      {dialog}
      {table.flow === 1 && id > 0 && <Chart cloud={cloud} id={id} name={label(page.record)} rows={process.rows} me={page.filler.user.id} />}
      <Spoken typing={typing} />
    </div>
  );
}

interface WhereProps {
  table: TableDef;
  page: Page;
  typing: Typing;
  steps: Process['steps'];
  process: Pick<Process, 'rows' | 'askedAt'>;
  onAct: NonNullable<TimelineProps['onAct']>;
}

/** The steps of its flow, and who has it. */
function WhereItStands({ table, page, typing, steps, process: { rows, askedAt }, onAct }: WhereProps) {
  return (
    <>
      {steps.length > 0 && <StepBar table={table} steps={steps} />}
      {rows.length > 0 && (
        <HolderStrip
          {...{ table, rows, askedAt, onAct }}
          me={page.filler.user.id}
          todo={page.todo}
          returned={page.record?._returned as Returned | undefined}
          review_state={typing.review_state}
        />
      )}
    </>
  );
}

interface TabbedProps {
  tabs: SubTabs | null;
  page: Page;
  id: number;
  Rows: DrawRows | undefined;
  children: ReactNode;
}

/** The record's form, beside lists in tabs where its table has some: it stays as it is while one of them is looked at. */
function Tabbed({ tabs, page, id, Rows, children }: TabbedProps) {
  const texts = useText();
  const base = useId();
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(() => new Map());
  const count = useCallback((key: string, total: number) => setCounts((now) => new Map(now).set(key, total)), []);
  if (!tabs) return children;
  const { shown } = tabs;
  const panel = { role: 'tabpanel', id: `${base}-panel`, 'aria-labelledby': `${base}-${shown ? subtableKey(shown) : ''}` };
  const name = recordName(page.record ?? {}, page.table, texts);
  return (
    <>
      <Suspense fallback={<div className={css.tabs} />}>
        <TabBar {...{ tabs, name, counts, base }} dirty={page.dirty} />
      </Suspense>
      <div className={css.record} hidden={shown !== null} {...(shown ? {} : panel)}>
        {children}
      </div>
      {shown && Rows && (
        <Suspense fallback={<SkeletonLines lines={12} />}>
          <Rows
            key={subtableKey(shown)}
            panel={panel}
            def={shown}
            page={page}
            id={id}
            name={name}
            toForm={() => tabs.select('')}
            onCount={count}
          />
        </Suspense>
      )}
    </>
  );
}

interface ContentProps {
  page: Page;
  typing: Typing;
  cloud: string;
  id: number;
  marks: Marks | null;
}

/** What stands in the record, and what of it is marked. */
function Content({ page, typing, cloud, id, marks }: ContentProps) {
  const { t, label } = useText();
  // beside another form it is told apart from that
  const isPart = Boolean(use(TabContext)?.part);
  const name = isPart ? `${t('form.content')} ${label(page.table)}` : t('form.content');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section className={css.main} tabIndex={0} aria-label={name} data-scroll="">
      <MarksOf value={marks}>
        <Sections typing={typing} subs={page.subs} cloud={cloud} id={id} />
      </MarksOf>
      {page.table?.attach === 1 && id > 0 && <Attached cloud={cloud} id={id} />}
      {page.record && <Foot record={page.record} />}
    </section>
  );
}

function Failure({ page: { failure, unread, reload } }: { page: Page }) {
  const { t } = useText();
  const tab = useTab();
  const title = t(insteadOf(failure?.code));
  if (unread) return <ErrorState title={title} why={t('form.savedUnread')} onRetry={reload} />;
  const why = failure?.remark ?? '';
  if (!isNotTheirs(failure)) return <ErrorState title={title} why={why} onRetry={reload} />;
  return <ErrorState title={title} why={why} kept={t('form.notTheirs')} {...(tab.key ? { onClose: () => void tab.close() } : {})} />;
}

/** Who may not save a new record is told so before he fills it in. */
function NotAdded({ table }: { table: TableDef }) {
  const { t, label } = useText();
  return <ErrorState title={t('form.noAdd', { name: label(table) })} why={t('form.noAddWhy')} />;
}

/** Says to who cannot see it what was wrong with the field that was left, and what another value took away. */
function Spoken({ typing }: { typing: Typing }) {
  const { t, locale } = useText();
  const told = useStore(typing.store, (state) => (state.left === undefined ? undefined : state.errors[state.left]));
  const outgrown = useStore(typing.store, (state) => state.outgrown);
  const gone = typing.table.fields.flatMap((field) => shown(field, outgrown?.[field.field_name], locale) || []);
  return (
    <div className="sr" role="status">
      {told && wordsOf(told)}
      {gone.map((name) => t('form.outgrown', { name })).join(' ')}
    </div>
  );
}
