import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig, settingsTable } from './config.ts';

it('an empty environment is a sound configuration', () => {
  expect(readConfig({ DATABASE_URL: '' })).toEqual({
    PORT: 8000,
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: [],
    DATA_DIR: `${process.cwd()}/data`,
    KEYS_DIR: undefined,
    DATABASE_URL: undefined,
    SUITES: undefined,
    DEMO: true,
    DEMO_PASSWORD: undefined,
    LOCALE: 'zh_CN',
    REGISTRATION: false,
    MAP: 'shapes',
    MQTT_URL: undefined,
    SMTP_URL: undefined,
    MAIL_FROM: undefined,
    PUBLIC_URL: undefined,
    WORKERS: 1,
    LEAVE_SECONDS: 1,
    PASSWORD_RULE: true,
    UPLOADS_MB: 1000,
    REGISTERED_FILES_MB: 500,
    COMPANY_FILES_MB: 20_000,
    METRICS_KEY: undefined,
    SECURITY_LOG_DAYS: 180,
    LOG_LEVEL: 'info',
    FORMWORK_TEST: false,
    FAULT: undefined,
  });
});

it('takes what is set', () => {
  const set = {
    PORT: '0',
    HOST: '::1',
    TRUSTED_PROXIES: '10.0.0.5, fd00::/8 192.168.7.0/24',
    DATA_DIR: '/srv/x',
    KEYS_DIR: '/run/secrets/formwork',
    DATABASE_URL: 'postgresql://a:b@h:5/d',
    SUITES: 'upkeep, capex',
    DEMO: '0',
    DEMO_PASSWORD: '远山集团2026!',
    LOCALE: 'browser',
    REGISTRATION: 'on',
    MAX_USERS: '50',
    APP_IOS: 'https://apps.example.com/ios',
    APP_ANDROID: 'https://apps.example.com/android',
    MAP: 'tiles',
    MAP_REVIEW_NUMBER: '京审字(2026)G第0001号',
    MQTT_URL: 'wss://broker/x',
    WORKERS: '4',
    LEAVE_SECONDS: '0',
    PASSWORD_RULE: '0',
    UPLOADS_MB: '300',
    COMPANY_FILES_MB: '5000',
    METRICS_KEY: 'sixteen-letters!',
    SECURITY_LOG_DAYS: '3650',
    LOG_LEVEL: 'warn',
    FORMWORK_TEST: '1',
    FAULT: 'tx.commit:exit@2',
  };
  expect(readConfig(set)).toEqual({
    ...set,
    PORT: 0,
    SUITES: ['upkeep', 'capex'],
    DEMO: false,
    REGISTRATION: true,
    MAX_USERS: 50,
    REGISTERED_FILES_MB: 500,
    SECURITY_LOG_DAYS: 3650,
    TRUSTED_PROXIES: ['10.0.0.5', 'fd00::/8', '192.168.7.0/24'],
    WORKERS: 4,
    LEAVE_SECONDS: 0,
    PASSWORD_RULE: false,
    UPLOADS_MB: 300,
    COMPANY_FILES_MB: 5000,
    FORMWORK_TEST: true,
  });
});

it.each([
  [{ PORT: '65536' }, 'PORT must be a port number'],
  [{ PORT: '80 ' }, 'PORT must be a port number'],
  [{ DATABASE_URL: 'mysql://secret@x/y' }, 'DATABASE_URL must be postgres://'],
  [{ DATABASE_URL: 'postgres://a:secret@:x/' }, 'DATABASE_URL must be postgres://'],
  [{ SUITES: 'up-keep' }, 'SUITES must be codes of suites, separated by commas'],
  [{ DEMO: 'yes' }, 'DEMO must be 0 or 1'],
  [{ DEMO_PASSWORD: 'secret' }, 'DEMO_PASSWORD must have 8 to 64 characters'],
  [{ LOCALE: 'en_US' }, 'LOCALE must be zh_CN or browser'],
  [{ REGISTRATION: 'invite' }, 'REGISTRATION must be off or on'],
  [{ MAX_USERS: '0' }, 'MAX_USERS must be a whole number from 1'],
  [{ APP_IOS: 'javascript:alert(1)' }, 'APP_IOS must be http:// or https://'],
  [{ MAP: 'globe' }, 'MAP must be shapes or tiles'],
  [{ MAP_REVIEW_NUMBER: '<b>secret</b>' }, 'MAP_REVIEW_NUMBER must have 4 to 40 letters'],
  [{ MQTT_URL: 'http://x' }, 'MQTT_URL must be mqtt://'],
  [{ SMTP_URL: 'http://x' }, 'SMTP_URL must be smtp://'],
  [{ SMTP_URL: 'smtp://a:secret@mail.example?tls.rejectUnauthorized=false' }, 'SMTP_URL must be smtp://'],
  [{ SMTP_URL: 'smtp://a:secret@mail.example' }, 'SMTP_URL needs MAIL_FROM; SMTP_URL needs PUBLIC_URL'],
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an address'],
  [{ MAIL_FROM: 'A\r\nBcc: x <a@example.org>' }, 'MAIL_FROM must be an address'],
  [{ PUBLIC_URL: 'erp.example.com' }, 'PUBLIC_URL must be http'],
  [{ PUBLIC_URL: 'https://a:secret@erp.example.com' }, 'PUBLIC_URL must be http'],
  [{ PUBLIC_URL: 'https://erp.example.com/?x=1' }, 'PUBLIC_URL must be http'],
  [{ TRUSTED_PROXIES: '2' }, 'TRUSTED_PROXIES must be addresses'],
  [{ TRUSTED_PROXIES: 'loopback' }, 'TRUSTED_PROXIES must be addresses'],
  [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES must be addresses'],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must be addresses'],
  [{ TRUSTED_PROXIES: '10.0.0.0/255.0.0.0' }, 'TRUSTED_PROXIES must be addresses'],
  [{ WORKERS: '0' }, 'WORKERS must be a whole number from 1 to 16'],
  [{ WORKERS: '17' }, 'WORKERS must be a whole number from 1 to 16'],
  [{ COMPANY_FILES_MB: '99' }, 'COMPANY_FILES_MB must be a whole number from 100'],
  [{ UPLOADS_MB: '99' }, 'UPLOADS_MB must be a whole number from 100'],
  [{ METRICS_KEY: 'secretsecretsec' }, 'METRICS_KEY must be 16 to 200 letters'],
  [{ METRICS_KEY: 'secret secret secret' }, 'METRICS_KEY must be 16 to 200 letters'],
  [{ LEAVE_SECONDS: '-1' }, 'LEAVE_SECONDS must be a whole number from 0 to 60'],
  [{ SECURITY_LOG_DAYS: '30' }, 'SECURITY_LOG_DAYS must be a whole number from 31 to'],
  [{ SECURITY_LOG_DAYS: '1e9' }, 'SECURITY_LOG_DAYS must be a whole number from 31 to'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, '],
  [{ FAULT: 'tx.commit:exit' }, 'FAULT is for tests: it needs FORMWORK_TEST=1'],
  [{ FAULT: 'tx.commit:exit', FORMWORK_TEST: '0' }, 'FAULT is for tests'],
  [{ FAULT: 'nowhere:exit', FORMWORK_TEST: '1' }, 'FAULT must be point:exit'],
  [{ FAULT: 'tx.commit:rm', FORMWORK_TEST: '1' }, 'FAULT must be point:exit'],
])('%o is refused by name, without its value', (env, text) => {
  expect(() => readConfig(env)).toThrow(text);
  expect(() => readConfig(env)).not.toThrow('secret');
});

it('names all that is wrong at once', () => {
  expect(() => readConfig({ PORT: 'x', DEMO: '2' })).toThrow(/PORT .*; DEMO /);
});

it('docs/guides/settings.md shows this table', () => {
  expect(readFileSync(new URL('../../docs/guides/settings.md', import.meta.url), 'utf8')).toContain(`\n${settingsTable()}\n`);
});
