import type { KeyMode } from '@booking-service/contract';

export const adminAccess = ['open', 'token'] as const;
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export const oldEventsChoices = ['remove', 'archive'] as const;
export const loopbackChoices = ['refuse', 'allow'] as const;
export const requestChecks = ['compiled', 'express-openapi-validator'] as const;

/** The settings of `booking-service`. */
export interface Settings {
  /** The address that the service listens on. */
  readonly host: string;
  readonly port: number;
  readonly receiver_port: number;
  /** The port of the admin server: health and metrics, and in a sandbox its clock. */
  readonly admin_port: number;
  /** The address that the admin server and the dashboard listen on. */
  readonly admin_host: string;
  /** Who may call the admin server: `token` needs an access token, `open` lets everyone who reaches its port act as the operator. */
  readonly admin_access: (typeof adminAccess)[number];
  readonly dashboard_port: number;
  /** The address of the dashboard; undefined for its port on this computer. See dashboardUrl. */
  readonly dashboard_url: string | undefined;
  /** The file with the ways to sign in to the dashboard besides links. See sign-in-file.ts. */
  readonly sign_in: NamedFile | undefined;
  /** The folder that stores everything. */
  readonly data: string;
  /** The URL of the PostgreSQL database that stores everything instead of the folder. It may contain a password. */
  readonly database: string | undefined;
  /** The file that lists several databases, which store everything instead of the folder. See cells-file.ts. */
  readonly cells: NamedFile | undefined;
  /** The proxies before the service: addresses and networks. */
  readonly trusted_proxies: readonly string[];
  /** Seconds for which a connection is kept between two requests. */
  readonly keep_alive_seconds: number;
  /** Seconds between two ticks of the delivery worker. */
  readonly tick_seconds: number;
  /** Days for which events are kept. */
  readonly retention_days: number;
  /** `remove`: the service removes older events. `archive`: it leaves them to `booking-service archive`. */
  readonly old_events: (typeof oldEventsChoices)[number];
  /** The person that the audit log names for a command. */
  readonly as: string | undefined;
  /** Days for which the log of requests keeps an entry; 0 turns it off. */
  readonly request_log_days: number;
  /** The percentage of the successful requests that are logged. */
  readonly request_log_successes: number;
  /** Receives an alert when the webhooks of an organization do not arrive. It may contain a token. */
  readonly alert_url: string | undefined;
  readonly log_level: (typeof logLevels)[number];
  /** The percentage of the successful requests that get a line in the log. */
  readonly log_successes: number;
  /** The URL that receives the webhooks of the sandbox's organization instead of the built-in receiver. */
  readonly webhook_url: string | undefined;
  /** True if webhooks may go to this computer, although the service is not a sandbox. */
  readonly loopback_webhooks: (typeof loopbackChoices)[number];
  /** Private networks to which webhooks may go. */
  readonly webhook_private_networks: readonly string[];
  /** The URL of the proxy through which webhooks are sent. It may contain a password. */
  readonly webhook_proxy: string | undefined;
  /** The request checks of the sandbox: those compiled from the contract, or express-openapi-validator. */
  readonly validate_with: (typeof requestChecks)[number];
  /** The modes whose keys are accepted. */
  readonly modes: readonly KeyMode[];
  /** The YAML file that lists the suppliers, or the module that creates the providers. */
  readonly providers: string | undefined;
  /** 32 bytes. */
  readonly sealing_key: Uint8Array | undefined;
  /** 32 bytes. A second key that opens and never seals: the next one or the previous one, during a rotation. */
  readonly second_sealing_key: Uint8Array | undefined;
}

/** A YAML file that a setting names, and the variables that the file may name. */
export interface NamedFile {
  readonly file: string;
  /** Default: no variables. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Receives a text for people about a source that is accepted. Default: no callback. */
  readonly warn?: (text: string) => void;
}

/** Returns whether a folder stores everything. */
export function isInFolder({
  database,
  cells,
}: {
  readonly database: string | undefined;
  readonly cells: NamedFile | undefined;
}): boolean {
  return database === undefined && cells === undefined;
}

/** Returns the address at which people open the dashboard. */
export function dashboardUrl({
  dashboard_url,
  dashboard_port,
}: Pick<Settings, 'dashboard_url' | 'dashboard_port'>): string {
  return dashboard_url ?? `http://127.0.0.1:${dashboard_port}`;
}
