import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createSingleProcessPrism } from '@stoplight/prism-cli/dist/util/createServer.js';
import { isJsonObject } from '../document/bundled-contract.ts';
import { listen, toPrismDocument, type Listening, type PrismServer } from './listen.ts';

export interface MockOptions {
  /** An OpenAPI document without references to other files, as `bundle` returns it. */
  readonly document: object;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
}

/**
 * Starts `prism mock` in this process, on 127.0.0.1. It returns the contract's examples: the lowest success status for a valid request, and
 * the status of a first request for an operation of x-idempotency; the documented refusal for an invalid one. `Prefer: code=429` selects
 * another documented status, `Prefer: example=none` selects an example by its name. The mock stores nothing.
 *
 * @throws if the port is in use.
 */
export async function startMock({ port, document }: MockOptions): Promise<Listening> {
  return await listen({
    port,
    async start() {
      // The command does not return its address, so it gets a socket that already listens.
      const socket = createServer();
      await once(socket.listen(0, '127.0.0.1'), 'listening');
      const { port: listening } = socket.address() as AddressInfo;
      const server = await prismMock({
        document: toPrismDocument(document),
        host: '127.0.0.1',
        port: socket,
        cors: false,
        dynamic: false,
        errors: false,
        verboseLevel: 'silent',
      });
      return { server, url: `http://127.0.0.1:${listening}` };
    },
    wrap: (request) => withStatuses(statusesOf(document), request),
  });
}

interface PrismOptions {
  readonly document: object;
  readonly host: string;
  readonly port: Server;
  readonly cors: boolean;
  readonly dynamic: boolean;
  readonly errors: boolean;
  readonly verboseLevel: string;
}

/** The function of Prism that responds to a request, with what is used here. */
type PrismRequest = (
  input: object,
  operations: readonly object[],
  config?: { readonly checkSecurity: boolean; readonly validateRequest: boolean; readonly mock: MockConfig },
) => () => Promise<{ readonly left: Error } | { readonly right: PrismResult }>;

interface MockConfig {
  readonly dynamic: boolean;
  readonly code?: number;
}

interface PrismResult {
  readonly output: { readonly statusCode: number; readonly headers?: Readonly<Record<string, string>> };
  readonly validations: { readonly input: readonly object[] };
}

// The types of the package import a file that it does not have, and allow no parsed document and no socket.
const prismMock = createSingleProcessPrism as unknown as (options: PrismOptions) => Promise<PrismServer<PrismRequest>>;

/** The statuses by which the mock replaces a choice of Prism. Undefined if the contract states none. */
interface Statuses {
  /** The status of `invalid_request` in the error catalogue. Prism takes 422 if the operation documents it. */
  readonly invalid: number | undefined;
  /** The status of the first request and of a replay. Prism takes the lower one, and a mock that stores nothing has no replays. */
  readonly first: number | undefined;
  readonly replay: number | undefined;
  readonly replayHeader: string | undefined;
}

function statusesOf(document: object): Statuses {
  const { 'x-errors': errors, 'x-idempotency': idempotency } = document as Readonly<Record<string, unknown>>;
  const entry = isJsonObject(errors) ? errors['invalid_request'] : undefined;
  const numberOf = (block: unknown, name: string) => {
    const value = isJsonObject(block) ? block[name] : undefined;
    return typeof value === 'number' ? value : undefined;
  };
  const header = isJsonObject(idempotency) ? idempotency['replay_header'] : undefined;
  return {
    invalid: numberOf(entry, 'status'),
    first: numberOf(idempotency, 'first_status'),
    replay: numberOf(idempotency, 'replay_status'),
    replayHeader: typeof header === 'string' ? header : undefined,
  };
}

/** Repeats a request whose status is not the right one, without validation and with the right status. */
function withStatuses({ invalid, first, replay, replayHeader }: Statuses, request: PrismRequest): PrismRequest {
  return (input, operations, config) => async () => {
    const result = await request(input, operations, config)();
    if (!config || 'left' in result) return result;
    const { output, validations } = result.right;
    const isInvalid = output.statusCode === 422 && validations.input.length > 0;
    const isReplay =
      output.statusCode === replay && replayHeader !== undefined && output.headers?.[replayHeader] !== undefined;
    const isChosen = config.mock.code !== undefined;
    const code = isInvalid ? invalid : isReplay && !isChosen ? first : undefined;
    if (code === undefined || code === output.statusCode) return result;
    const mock = { dynamic: false, code };
    const again = { ...config, checkSecurity: false, validateRequest: false, mock };
    const second = await request(input, operations, again)();
    return 'left' in second ? second : { ...second, right: { ...second.right, validations } };
  };
}
