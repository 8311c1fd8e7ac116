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
    table: 'fw.seed',
    says: 'select table_name, company_id, key, id from fw.seed',
    why: 'which rows a suite brought, of all companies, before anybody is served',
  },
  { table: 'app.user', says: 'not exists (select from app."user")', why: 'whether there is anybody at all: else the house is set up' },
  {
    table: 'fw.security_log',
    says: 'or (company_id is null and login = $4)',
    why: 'who fails at a sign-in has proved to be of no company: what was tried in a person’s name is found by it, and it holds his company’s',
  },
  { table: 'fw.session', says: 'where ctid = any(array(', why: 'what is over is swept by its time' },
  { table: 'fw.remembered', says: 'where ctid = any(array(', why: 'what is over is swept by its time' },
  { table: 'fw.entry_link', says: 'where ctid = any(array(', why: 'what is over is swept by its time' },
  {
    table: 'fw.entry_link',
    says: 'where l.id_hash = $1',
    why: 'a one-time link is 256 random bits: it names one user of one company, and who has it is he',
  },
  {
    table: 'app.user',
    says: 'where l.id_hash = $1',
    why: 'a one-time link is 256 random bits: it names one user of one company, and who has it is he',
  },
  { table: 'fw.login_used', says: 'where ctid = any(array(', why: 'what is over is swept by its time' },
  {
    table: 'fw.file',
    says: 'delete from fw.file where rowid is null and create_time < $1',
    why: 'uploads that nobody bound to a record are swept by their time',
  },
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
