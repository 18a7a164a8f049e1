/**
 * `booking logs`: prints the requests of the organization as the service logs them.
 *  1. newest   the newest requests that match, oldest first
 *  2. follow   every second, the requests since a moment before the newest one, without those that were printed
 */
import type { BookingClient, LoggedRequest } from '@booking-service/client';
import { operationTable } from '@booking-service/contract';
import { Command, InvalidArgumentError, Option } from 'commander';
import { explainFailure, type Surroundings } from './command.ts';
import { addConnectionFlags, connect, type ConnectionFlags } from './connection.ts';
import { createPosition, type PlacedEntry } from './listen/listen-state.ts';
import { isPoll, polledPage, pollUntilStopped, reportConnection } from './poll-until-stopped.ts';

const shownFirst = 10;
const maxPages = 10;
const classes = ['2xx', '4xx', '5xx'] as const;

type StatusFilter = { readonly status?: number } | { readonly status_class?: (typeof classes)[number] };

interface LogsFlags extends ConnectionFlags {
  readonly status?: StatusFilter;
  readonly operation?: string;
  readonly follow: boolean;
  readonly json?: true;
}

export function createLogs(surroundings: Surroundings): Command {
  return addConnectionFlags(new Command('logs'))
    .summary('Shows the requests of your organization, as they happen')
    .description(
      'Shows the newest requests of the organization, and each new one as it happens: its status, its error code and its id. Requests are never sent or changed. Works with test and live keys that have the scope requests:read.',
    )
    .addOption(
      new Option('--status <STATUS>', 'only requests with this status, such as 429, or 4xx').argParser(parseStatus),
    )
    .addOption(
      new Option('--operation <NAME>', 'only requests of this operation, such as createBooking').argParser(
        parseOperation,
      ),
    )
    .option('--no-follow', 'print the newest requests and end')
    .option('--json', 'print each request as a line of JSON')
    .addHelpText('after', `\nExample:\n  ${surroundings.name} logs --status 4xx`)
    .action((flags: LogsFlags) => showLogs(flags, surroundings));
}

async function showLogs(
  flags: LogsFlags,
  { write, writeError, stopSignal, ...surroundings }: Surroundings,
): Promise<void> {
  const { status, operation, follow, json } = flags;
  const connection = connect(flags, { write, writeError, stopSignal, ...surroundings });
  const { client, url } = connection;
  const filter = { ...status, ...(operation !== undefined && { operation }) };
  const position = createPosition();
  const print = (request: LoggedRequest) => {
    position.add(placeOf(request));
    write(json ? `${JSON.stringify(request)}\n` : `${toLine(request)}\n`);
  };
  try {
    const data = await readNewest(client, filter);
    for (const request of data.toReversed()) print(request);
    if (!follow) return;
    if (!json) writeError(`Following the requests to ${url}. Ctrl-C to stop.\n`);
    // The requests before the first one that is printed are not new.
    const begin = data.at(-1)?.created;
    const stop = stopSignal();
    await pollUntilStopped({
      stop,
      onConnection: reportConnection(url, writeError),
      async read() {
        const requests = await readSince(client, { ...filter, created_from: position.from(), signal: stop });
        const isNew = (request: LoggedRequest) =>
          !isPoll(request) && !position.has(placeOf(request)) && (begin === undefined || request.created >= begin);
        return requests.filter(isNew).toReversed();
      },
      use: (requests) => requests.forEach(print),
    });
  } catch (error) {
    throw explainFailure(error, connection);
  }
}

/** Returns the newest requests without the polls of `listen`, newest first. It reads a few pages at most. */
async function readNewest(
  client: BookingClient,
  filter: StatusFilter & { operation?: string },
): Promise<LoggedRequest[]> {
  const found: LoggedRequest[] = [];
  let read = 0;
  for await (const request of client.requests.list({ ...filter, limit: polledPage })) {
    read += 1;
    if (!isPoll(request)) found.push(request);
    if (found.length === shownFirst || read === polledPage * maxPages) break;
  }
  return found;
}

/** Returns the requests since a time, newest first. */
async function readSince(
  client: BookingClient,
  {
    created_from,
    signal,
    ...filter
  }: StatusFilter & { operation?: string; created_from: Date | undefined; signal: AbortSignal },
): Promise<LoggedRequest[]> {
  const query = { ...filter, limit: polledPage, ...(created_from && { created_from }) };
  const found: LoggedRequest[] = [];
  for await (const request of client.requests.list(query, { signal })) found.push(request);
  return found;
}

/** Returns the place of a request. A caller may choose an id that several of its requests have. */
function placeOf({ id, created, operation }: LoggedRequest): PlacedEntry {
  return { id: `${id} ${created} ${operation}`, created };
}

function toLine({ created, status, error_code, method, path, id, latency_ms }: LoggedRequest): string {
  const outcome = error_code === null ? `${status ?? 'closed'}` : `${status ?? 'closed'} ${error_code}`;
  return `${created} ${outcome} ${method} ${path} ${latency_ms} ms ${id}`;
}

function parseOperation(text: string): string {
  if (Object.hasOwn(operationTable, text)) return text;
  throw new InvalidArgumentError(`Use one of ${Object.keys(operationTable).join(', ')}.`);
}

function parseStatus(text: string): StatusFilter {
  const status_class = classes.find((each) => each === text);
  if (status_class) return { status_class };
  if (!/^[1-5]\d\d$/.test(text)) throw new InvalidArgumentError('Use a status such as 429, or 2xx, 4xx or 5xx.');
  return { status: Number(text) };
}
