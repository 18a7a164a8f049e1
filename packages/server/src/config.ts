import { parseArgs } from 'node:util';
import { delivery } from '@booking-service/contract';
import { StartError } from './start-error.ts';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export interface Flags {
  readonly port: number;
  readonly receiverPort: number;
  /** The folder that everything is kept in. */
  readonly data: string;
  /** Seconds between two ticks of the delivery worker. */
  readonly tick_seconds: number;
  readonly logLevel: (typeof levels)[number];
  readonly help: boolean;
}

export const usage: string = `Starts the booking service as a sandbox on this computer: embedded store, test and live key, real webhooks.

  npm start -- [flags]

  --port N           where the service listens on 127.0.0.1           (7420)
  --receiver-port N  where the built-in webhook receiver listens      (the port after it)
  --data FOLDER      where everything is kept                         (data)
  --tick SECONDS     how often webhooks are sent                      (${delivery.cadence_seconds})
  --log-level LEVEL  ${levels.join(', ')}  (warn)
  --help             prints this`;

/** Reads the command line. Throws a StartError that names the flag at fault. */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parse(args);
  const port = readNumber('--port', values.port, { default: 7420, min: 1, max: 65534 });
  const receiverPort = readNumber('--receiver-port', values['receiver-port'], {
    default: port + 1,
    min: 1,
    max: 65535,
  });
  if (receiverPort === port) {
    throw new StartError('--port and --receiver-port name the same port; choose two.', { exitCode: 2 });
  }
  return {
    port,
    receiverPort,
    data: values.data ?? 'data',
    tick_seconds: readNumber('--tick', values.tick, { default: delivery.cadence_seconds, min: 1, max: 3600 }),
    logLevel: readLevel(values['log-level']),
    help: values.help ?? false,
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { port: text, 'receiver-port': text, data: text, tick: text, 'log-level': text } as const;
  try {
    return parseArgs({ args: [...args], options: { ...options, help: { type: 'boolean' } } as const });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`${reason}\n\n${usage}`, { exitCode: 2, cause });
  }
}

function readNumber(
  flag: string,
  text: string | undefined,
  { default: fallback, min, max }: { default: number; min: number; max: number },
): number {
  if (text === undefined) return fallback;
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max) return number;
  throw new StartError(`${flag} takes a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`, {
    exitCode: 2,
  });
}

function readLevel(text = 'warn'): Flags['logLevel'] {
  const level = levels.find((one) => one === text);
  if (level) return level;
  throw new StartError(`--log-level takes one of ${levels.join(', ')}, not ${JSON.stringify(text)}.`, { exitCode: 2 });
}
