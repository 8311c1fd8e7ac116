import type { AuthParameters } from '#protocol/signin/proof.ts';
import type { House } from '#server/meta/house.ts';
import { isRegistrationOpen } from './company/register.ts';
import { isEmptyPlatform } from './set-up.ts';
import { loadSite } from './site.ts';

const DEFAULTS = {
  app_name: '资本性项目管理平台',
  app_name_en: 'Capital expenditure project management platform',
  copyright: '2015-2019',
};

/** What the sign-in page of a host shows, and how to prove a password there. A host that nobody claims shows the defaults; `set_up` is 1 while nobody exists, `register` where companies may register, `mail` where mails are sent, `apps` says where those for phones are. */
export async function hostPage(house: House, host: string): Promise<Record<string, unknown>> {
  const site = await loadSite(house.db, house.settings.kdfN);
  const [company] = await house.db.query<Record<string, string | null>>(
    `select login_name as subname, key_name as company, key_name_en as company_en, app_name, app_name_en, logo, banner, copyright, copyright_en
       from fw.company where $1 = any(hosts) and status = 1 order by id limit 1`,
    [hostName(host)],
  );
  const said = Object.fromEntries(Object.entries(company ?? {}).filter(([, text]) => text));
  const auth: AuthParameters = {
    v: 'P1',
    realm: house.settings.realm,
    salt: site.salt.toString('base64url'),
    kdf: { N: site.N, r: 8, p: 1 },
    now: house.clock.now().getTime(),
  };
  const apps = Object.entries(house.settings.apps ?? {}).flatMap(([system, url]) => (url ? [{ system, url }] : []));
  return {
    ...DEFAULTS,
    ...said,
    ...((await isEmptyPlatform(house)) ? { set_up: 1 } : {}),
    ...((await isRegistrationOpen(house)) ? { register: 1 } : {}),
    ...(house.mail ? { mail: 1 } : {}),
    ...(apps.length > 0 ? { apps } : {}),
    auth,
  };
}

/** `ERP.local:8000` is `erp.local`. */
const hostName = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '');
