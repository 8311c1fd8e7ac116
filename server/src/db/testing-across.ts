/** A statement that may read or write rows of every company, for its reason. */
export interface Across {
  table: string;
  /** what its text says, spaces aside; of a table where none has to say it, nothing */
  says: string;
  why: string;
}

/** Each of these was asked whether it is a hole. Whoever adds one asks, too. */
export const ACROSS: readonly Across[] = [
  { table: 'fw.outbox', says: '', why: 'one process tells for all companies; each row names to whom' },
  { table: 'fw.flow_def', says: '', why: 'flows come with suites and are the same for all (company 0); a case names its own by id' },
  {
    table: 'fw.flow_anchor',
    says: "string_agg(hash, ''::bytea order by company_id, case_id)",
    why: 'one hash over what the logs of all companies were when their chain began; only whether it is still that is told',
  },
  { table: 'fw.company', says: 'select id from fw.company order by id', why: 'the log of each company is verified, one after the other' },
  {
    table: 'fw.mail',
    says: 'where status in (1, 2, 7) and next_time <= $1 order by next_time limit 1 for update skip locked',
    why: 'mails are due by time; one process sends those of all companies, each to the address that it names',
  },
  {
    table: 'fw.mail',
    says: 'from fw.mail m where m.address = coalesce($6, u.email) and m.create_time > $4',
    why: 'a mailbox is one, whoever writes to it; only how many is told',
  },
  { table: 'fw.mail', says: 'where until < $1 and (status in (1, 4, 7) or status = 2', why: 'mails are over by time; nobody is told' },
  { table: 'fw.mail', says: 'update fw.mail set status = $1 where status = 1', why: 'no mail of any company is sent' },
  { table: 'fw.mail', says: 'delete from fw.mail where create_time < $1', why: 'what became of mails is forgotten by its time' },
  { table: 'fw.address_vouched', says: 'where at < $1', why: 'what counts no more is swept by its time' },
  {
    table: 'fw.seed',
    says: 'select table_name, company_id, key, id from fw.seed',
    why: 'which rows a suite brought, of all companies, before anybody is served',
  },
  ...['fw.role_grant', 'fw.role_said', 'fw.role_change'].flatMap((table) =>
    ["starts_with(group_uid, '?')", "jsonb_path_exists(grants, '$[*].group')", "jsonb_path_exists(before, '$.grants[*].group')"].map(
      (says) => ({
        ...{ table, says },
        why: 'rights of every company that still name tables by their names are given their uids, before anybody is served',
      }),
    ),
  ),
  { table: 'app.user', says: 'not exists (select from app."user")', why: 'whether there is anybody at all: else the house is set up' },
  {
    table: 'fw.security_log',
    says: 'or (company_id is null and login = $4)',
    why: 'who fails at a sign-in has proved to be of no company: what was tried in a person’s name is found by it, and it holds his company’s',
  },
  { table: 'fw.session', says: 'where ctid = any(array(', why: 'what is over is swept by its time' },
  { table: 'fw.eyes', says: 'where e.until <= $1', why: 'what is over is swept by its time; each is told to its own company' },
  { table: 'fw.remembered', says: 'where ctid = any(array(', why: 'what is over is swept by its time' },
  { table: 'fw.entry_link', says: 'where ctid = any(array(', why: 'what is over is swept by its time' },
  { table: 'fw.own_link', says: 'where ctid = any(array(', why: 'what is over is swept by its time' },
  { table: 'fw.factor_pending', says: 'where ctid = any(array(', why: 'what is over is swept by its time' },
  { table: 'fw.factor_ticket', says: 'where ctid = any(array(', why: 'what is over is swept by its time' },
  {
    table: 'fw.factor_ticket',
    says: 'where hash = $1 and expires_at > $2',
    why: 'a ticket is 192 random bits: it names one user of one company, who has just proved his password',
  },
  {
    table: 'fw.entry_link',
    says: 'where l.id_hash = $1',
    why: 'a one-time link is 256 random bits: it names one user of one company, and who has it is he',
  },
  {
    table: 'fw.own_link',
    says: 'where l.id_hash = $1',
    why: 'a one-time link is 256 random bits: it names one user of one company, and who has it is he',
  },
  {
    table: 'app.user',
    says: 'where l.id_hash = $1',
    why: 'a one-time link is 256 random bits: it names one user of one company, and who has it is he',
  },
  { table: 'fw.registration', says: 'where ctid = any(array(', why: 'what is over is swept by its time' },
  {
    table: 'fw.registration',
    says: 'from fw.registration where made_at > $3',
    why: 'how many companies came in a day, and whether this very call made one: counts and yes or no',
  },
  { table: 'fw.login_used', says: 'where ctid = any(array(', why: 'what is over is swept by its time' },
  {
    table: 'fw.file',
    says: 'delete from fw.file where rowid is null and create_time < case when field = $2 then',
    why: 'uploads that nobody bound to a record are swept by their time',
  },
  {
    table: 'fw.change',
    says: 'and turn <= $1 order by turn limit 5',
    why: 'changes of many records have their turns one after the other; each is done in its own company, as its own person',
  },
  ...['fw.change', 'fw.change_row'].map((table) => ({
    ...{ table, says: 'where c.created < $1 limit $2::int' },
    why: 'records of changes are forgotten by their time; nobody is told',
  })),
  { table: 'fw.change', says: 'delete from fw.change where created < $1', why: 'changes are forgotten by their time; nobody is told' },
  {
    table: 'fw.file',
    says: 'select key_name from fw.file where key_name = any($1::text[])',
    why: 'which files on the disk no row names, for the sweep; nobody is told',
  },
  {
    table: 'fw.flow_todo',
    says: 'where due_time < $1 and remind_time is null',
    why: 'reminders are due by time; whom they go to is joined by company',
  },
  {
    table: 'fw.flow_todo',
    says: 'where late_time < $1 and late_do is not null',
    why: 'time-outs are due by time; each is done in its own company',
  },
  {
    table: 'app.user',
    says: 'and k.user_id is null',
    why: 'people of the demonstration who have no password yet, before anybody is served',
  },
  {
    table: 'fw.credential',
    says: 'and k.user_id is null',
    why: 'people of the demonstration who have no password yet, before anybody is served',
  },
];

export const evened = (text: string): string => text.replace(/\s+/g, ' ');
