import { delivery, limits } from '@booking-service/contract';
import {
  adminAccess,
  logLevels,
  loopbackChoices,
  oldEventsChoices,
  requestChecks,
  type Settings,
} from './effective-settings.ts';
import {
  alertUrl,
  anyText,
  base64Key,
  dashboardOrigin,
  databaseUrl,
  modes,
  namedFile,
  networks,
  oneOf,
  privateNetworks,
  type ValueParser,
  webhookProxy,
  wholeNumber,
} from './value-parsers.ts';

export type SettingName = keyof Settings;

/** All settings. The docs and the help of the commands print this table. */
export const settings: { readonly [K in SettingName]: Setting<NonNullable<Settings[K]>> } = {
  host: {
    flag: ['--host', 'ADDRESS'],
    meaning: 'the address to listen on; 0.0.0.0 is every IPv4 address of this computer, :: also every IPv6 address',
    default: '127.0.0.1',
    ...anyText('an address'),
  },
  port: {
    flag: ['--port', 'N'],
    meaning: 'the port of the service',
    default: '7420',
    ...wholeNumber(1, 65_534),
  },
  receiver_port: {
    flag: ['--receiver-port', 'N'],
    meaning: 'the port of the built-in webhook receiver',
    default: 'port + 1',
    only: 'sandbox',
    ...wholeNumber(1, 65_535),
  },
  admin_host: {
    flag: ['--admin-host', 'ADDRESS'],
    meaning:
      'the address that the admin server and the dashboard listen on; beyond this computer they need access tokens',
    default: '127.0.0.1',
    only: 'service',
    ...anyText('an address'),
  },
  admin_port: {
    flag: ['--admin-port', 'N'],
    meaning: 'the port of the admin server: health, metrics and administration',
    default: 'port + 2',
    ...wholeNumber(1, 65_535),
  },
  admin_access: {
    flag: ['--admin-access', 'WHO'],
    meaning: 'who may use the admin server: token means holders of an access token, open means everyone who reaches it',
    default: 'token; open in the sandbox',
    ...oneOf(adminAccess),
  },
  dashboard_port: {
    flag: ['--dashboard-port', 'N'],
    meaning: 'the port of the dashboard',
    default: 'port + 3',
    ...wholeNumber(1, 65_535),
  },
  dashboard_url: {
    flag: ['--dashboard-url', 'URL'],
    meaning: 'the address at which people open the dashboard, behind a proxy with TLS',
    default: 'http://127.0.0.1 with the port of the dashboard',
    ...dashboardOrigin,
    isPrivate: (text) => text.includes('@'),
  },
  sign_in: {
    flag: ['--sign-in', 'FILE'],
    meaning:
      'a YAML file with the issuers of OpenID Connect and the mail server with which people sign in to the dashboard',
    default: 'none: only sign-in links',
    only: 'service',
    ...namedFile,
  },
  data: {
    flag: ['--data', 'FOLDER'],
    meaning: 'the folder that stores everything',
    default: 'data',
    ...anyText('a folder'),
  },
  database: {
    flag: ['--database', 'URL'],
    meaning: 'the PostgreSQL database that stores everything instead of the folder',
    default: 'none: the data folder',
    only: 'service',
    ...databaseUrl,
    inSecretFile: true,
  },
  cells: {
    flag: ['--cells', 'FILE'],
    meaning: 'a YAML file that lists several PostgreSQL databases, which together store everything',
    default: 'none: one database',
    only: 'service',
    ...namedFile,
  },
  trusted_proxies: {
    flag: ['--trusted-proxies', 'ADDRESSES'],
    meaning: 'the proxies before the service, whose X-Forwarded-For names the client in the log',
    default: 'none: the log shows the other end of the connection',
    ...networks,
  },
  keep_alive_seconds: {
    flag: ['--keep-alive', 'SECONDS'],
    meaning: 'how long a connection is kept between two requests; behind a proxy, longer than the proxy keeps it',
    default: '5',
    ...wholeNumber(1, 3600),
  },
  tick_seconds: {
    flag: ['--tick', 'SECONDS'],
    meaning: `the time between two rounds of webhook deliveries; below ${delivery.cadence_seconds}, a new event is also sent immediately`,
    default: String(delivery.cadence_seconds),
    ...wholeNumber(1, 3600),
  },
  retention_days: {
    flag: ['--retention-days', 'DAYS'],
    meaning: 'how long an event is kept, with its deliveries and attempts; pending deliveries are always kept',
    default: String(delivery.retention_days),
    ...wholeNumber(1, 36_500),
  },
  old_events: {
    flag: ['--old-events', 'CHOICE'],
    meaning: 'archive leaves older events to booking-service archive, which removes only what it has archived',
    default: 'remove',
    only: 'service',
    ...oneOf(oldEventsChoices),
  },
  as: {
    flag: ['--as', 'NAME'],
    meaning: 'the person that the audit log names for what a command changes',
    default: 'your user name on this computer',
    expected: 'a name of 1 to 100 characters',
    parse: (text) => (text.trim() !== '' && text.length <= 100 ? text.trim() : undefined),
  },
  request_log_days: {
    flag: ['--request-log-days', 'DAYS'],
    meaning: 'how long the log of requests keeps an entry; 0 turns the log off',
    default: String(limits.request_log.days),
    ...wholeNumber(0, 365),
  },
  request_log_successes: {
    flag: ['--request-log-successes', 'PERCENT'],
    meaning: 'the part of the successful requests that are logged; refused and failed ones are always logged',
    default: '100',
    ...wholeNumber(0, 100),
  },
  alert_url: {
    flag: ['--alert-url', 'URL'],
    meaning: 'receives a POST when the webhooks of an organization do not arrive',
    default: 'none: only the log and the metrics',
    only: 'service',
    ...alertUrl,
    // The path of an alert often is a token.
    isPrivate: () => true,
    inSecretFile: true,
  },
  webhook_url: {
    flag: ['--webhook-url', 'URL'],
    meaning: 'your own receiver of the webhooks, such as http://127.0.0.1:3000/webhooks',
    default: 'none: the built-in receiver',
    only: 'sandbox',
    ...anyText('an https URL, or an http URL of this computer'),
  },
  loopback_webhooks: {
    flag: ['--loopback-webhooks', 'CHOICE'],
    meaning: 'for development: allow lets webhooks go to this computer, over http too',
    default: 'refuse',
    only: 'service',
    ...oneOf(loopbackChoices),
  },
  webhook_private_networks: {
    flag: ['--webhook-private-networks', 'NETWORKS'],
    meaning: 'private networks of your own to which webhooks may go over https, such as 10.1.0.0/16,fd12::/16',
    default: 'none: only public addresses',
    only: 'service',
    ...privateNetworks,
  },
  webhook_proxy: {
    flag: ['--webhook-proxy', 'URL'],
    meaning: 'an HTTP proxy through which webhooks are sent, such as http://proxy.example.com:3128',
    default: 'none: webhooks are sent directly',
    ...webhookProxy,
    inSecretFile: true,
  },
  log_level: {
    flag: ['--log-level', 'LEVEL'],
    meaning: 'the lowest level to log',
    default: 'info; warn in the sandbox',
    ...oneOf(logLevels),
  },
  log_successes: {
    flag: ['--log-successes', 'PERCENT'],
    meaning: 'the part of the successful requests that get a line in the log; refused and failed ones always get one',
    default: '100',
    ...wholeNumber(0, 100),
  },
  validate_with: {
    flag: ['--validate-with', 'CHECKS'],
    meaning: 'what checks the requests: the checks compiled from the contract, or express-openapi-validator',
    default: 'compiled',
    only: 'sandbox',
    ...oneOf(requestChecks),
  },
  modes: {
    flag: ['--modes', 'MODES'],
    meaning: 'the modes whose API keys are accepted: test, live or test,live',
    default: 'test,live',
    ...modes,
  },
  providers: {
    flag: ['--providers', 'FILE'],
    meaning: 'your suppliers: a list in a YAML file, or a module that creates the providers',
    default: 'none: required',
    only: 'service',
    ...anyText('a file'),
  },
  sealing_key: {
    flag: undefined,
    meaning: 'encrypts the signing secrets: 32 random bytes in base64, from openssl rand -base64 32',
    default: 'none: required',
    only: 'service',
    ...base64Key,
    isSecret: () => true,
    inSecretFile: true,
  },
  second_sealing_key: {
    flag: undefined,
    meaning: 'opens signing secrets and seals none: the next key or the previous one, while the sealing key is rotated',
    default: 'none',
    only: 'service',
    ...base64Key,
    isSecret: () => true,
    inSecretFile: true,
  },
};

/** All settings with their names, in the order of the table. */
export function listSettings(): readonly (readonly [SettingName, Setting])[] {
  // The keys of the table are the names.
  return Object.entries(settings) as [SettingName, Setting][];
}

/** One setting. Its environment variable and its key in the configuration file follow from its name. */
export interface Setting<T = unknown> extends ValueParser<T> {
  /** Its flag and the name of the flag's value. Undefined if every value is a secret. */
  readonly flag: readonly [name: `--${string}`, value: string] | undefined;
  readonly meaning: string;
  /** The default, in words. */
  readonly default: string;
  /** The only start that uses it. Default: both use it. */
  readonly only?: 'sandbox' | 'service';
  /** True if the text contains a secret. Then it is refused as a flag, which other users can see, and never printed. Default: never. */
  readonly isSecret?: (text: string) => boolean;
  /** True if the text may contain a secret although a flag can have it. Then it is never printed. Default: never. */
  readonly isPrivate?: (text: string) => boolean;
  /** True if a file can contain its text; see fileVariable. Set for every setting that may contain a secret. Default: it cannot. */
  readonly inSecretFile?: true;
}

/** Returns the name of the environment variable of a setting. */
export function environmentVariable(name: SettingName | 'config'): string {
  return `BOOKING_SERVICE_${name.toUpperCase()}`;
}

/** Returns the variable that names a file with the text of the setting; undefined if the setting cannot be in a file of its own. */
export function fileVariable(name: SettingName | 'config'): string | undefined {
  const hasFile = name !== 'config' && (settings[name].inSecretFile ?? false);
  return hasFile ? `${environmentVariable(name)}_FILE` : undefined;
}
