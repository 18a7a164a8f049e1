import { parseArgs } from 'node:util';

/** One flag of the command. */
export interface Flag {
  /** As it is typed, without the dashes. */
  readonly name: string;
  /** The placeholder of its value. Undefined: the flag has none. */
  readonly value?: string;
  readonly meaning: string;
}

/** The flags of the command, which `booking-service conformance` has too. A key in an argument is visible to other users of the computer. */
export const flags: readonly Flag[] = [
  { name: 'url', value: 'URL', meaning: 'the base URL of the service, without /v1' },
  { name: 'key', value: 'KEY', meaning: 'a test key with every scope (or the variable BOOKING_CONFORMANCE_KEY)' },
  { name: 'live-key', value: 'KEY', meaning: 'a live key of the same organization (or BOOKING_CONFORMANCE_LIVE_KEY)' },
  {
    name: 'other-key',
    value: 'KEY',
    meaning: 'a test key of another organization (or BOOKING_CONFORMANCE_OTHER_KEY)',
  },
  {
    name: 'admin-url',
    value: 'URL',
    meaning:
      'the admin server: the check then creates its own organizations and keys, and also makes live bookings unless the service accepts test keys only',
  },
  {
    name: 'admin-token',
    value: 'TOKEN',
    meaning: 'an access token of the admin server (or BOOKING_CONFORMANCE_ADMIN_TOKEN)',
  },
  { name: 'clock-url', value: 'URL', meaning: 'the server of the sandbox clock (default: --admin-url)' },
  {
    name: 'receiver-port',
    value: 'PORT',
    meaning: 'the port of the webhook receiver of the check (default: a free one)',
  },
  {
    name: 'receiver-url',
    value: 'URL',
    meaning: 'the public URL of that receiver, if a proxy or a tunnel leads to it (default: this computer)',
  },
  {
    name: 'signing-secret',
    value: 'SECRET',
    meaning: 'the signing secret, if the webhook URL is set by hand (or BOOKING_CONFORMANCE_SIGNING_SECRET)',
  },
  {
    name: 'venue',
    value: 'VENUE',
    meaning: 'a venue that confirms bookings for two (default: ven_harbour_table of the sandbox)',
  },
  {
    name: 'max-wait',
    value: 'SECONDS',
    meaning: 'without a sandbox clock, how long a check may wait (default: 60)',
  },
  {
    name: 'allow-unchecked',
    meaning: 'exit with 0 although rules were not checked: the keys or the service do not show them',
  },
  { name: 'bail', meaning: 'end the run at the first check that fails' },
  { name: 'format', value: 'FORMAT', meaning: 'table, tap, junit or json (default: table)' },
];

/** The values of the flags, by their names. */
export type FlagValues = Readonly<Record<string, string | undefined>>;

/** A flag as the help of a command shows it. */
export const shapeOf = ({ name, value }: Flag): string => (value === undefined ? `--${name}` : `--${name} <${value}>`);

const width = Math.max(...flags.map((flag) => shapeOf(flag).length)) + 4;

/** The help of the command. */
export const usage: string = `Usage: booking-conformance --url URL (--key KEY | --admin-url URL)

Checks an implementation of the booking service's interface, over HTTP, against its numbered rules.

${flags.map((flag) => `  ${shapeOf(flag)}`.padEnd(width) + flag.meaning).join('\n')}

Exit codes: 0 every rule passed that a run can see, 1 one is broken or was not checked, 2 the check cannot begin: a flag, the address or a key is wrong.`;

/** Reads the arguments of a command line. Throws an error with the usage if a flag is unknown. */
export function readFlags(args: readonly string[]): FlagValues {
  const options = Object.fromEntries(
    flags.map(({ name, value }) => [name, { type: value === undefined ? ('boolean' as const) : ('string' as const) }]),
  );
  const { values } = parseArgs({ args: [...args], options, allowPositionals: false });
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
