/**
 * What an administrator runs once as superuser of an outside server, so that one role owns the tables and another serves. With
 * `ownerUrl` both addresses are as they shall be, and nothing is there yet; without it `url` is of the one role there is, which stays the owner.
 */
export function rolesSql(url: string, ownerUrl?: string): string {
  const [owner, database] = partsOf(ownerUrl ?? url);
  const app = ownerUrl ? partsOf(url)[0] : `${owner}_app`;
  const role = (name: string) =>
    `create role ${quoted(name)} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '…';`;
  const fresh = [
    role(owner),
    `create database ${quoted(database)} owner ${quoted(owner)} template template0 encoding 'UTF8' locale 'C.UTF-8';`,
  ];
  return [
    '-- As superuser of the database server, once, with passwords of yours in place of …',
    ...(ownerUrl ? fresh : []),
    role(app),
    `-- Then start with DATABASE_OWNER_URL=${addressOf(ownerUrl ?? url, owner)}`,
    `--             and DATABASE_URL=${addressOf(url, app)}`,
    `-- Each start, and npm run db apply, gives ${app} as ${owner} what it needs on each table, and takes whatever else it has.`,
  ].join('\n');
}

function partsOf(url: string): [role: string, database: string] {
  const { username, pathname } = new URL(url);
  return [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))];
}

function addressOf(url: string, role: string): string {
  const { host, pathname } = new URL(url);
  return `postgres://${encodeURIComponent(role)}:…@${host}${pathname}`;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
