import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { namedContracts, productOf } from '../config.ts';
import { bundle } from '../document/bundle.ts';
import type { JsonObject } from '../document/bundled-contract.ts';
import type { OperationView, ParameterView } from '../document/operation-view.ts';
import { type ReceivedResponse, responseFaults } from '../test-server/check-response.ts';
import { createKnownIds } from '../test-server/known-ids.ts';
import {
  invalidRequests,
  testedDocument,
  type TestedDocument,
  type TestRequest,
  toWire,
  unusableExamples,
  validRequests,
} from '../test-server/requests.ts';
import { type Command, currentProject, print, readArgs, UsageError } from './command.ts';

const usage = `Usage: contract test --url URL [--key KEY] [--contract NAME] [--except OPERATIONS]

Sends valid and invalid requests of each operation to a running server, and compares the status, headers and body of each response with the
contract. Requests come from the examples, or from the schemas where a document has none. An id in a path is that of what an operation
before it created or listed, or of a link. Each operation must succeed once, and must refuse each invalid request: a missing key, broken
JSON, a missing or wrong field or parameter. The command prints what no response showed. Exits with 1 if a response is wrong or an operation
never succeeded, and with 2 if the server cannot be reached.

It creates, changes and deletes what the contract allows: use a server for tests.

  --url <URL>           the address of the server, without a path of the contract
  --key <KEY>           the key, sent as the contract's security schemes say; USER:PASSWORD for HTTP basic authentication. Default: the
                        environment variable of the product, such as LIBRARY_API_KEY
  --contract <NAME>     the contract; default: the first of toolkit.config.ts
  --except <OPERATIONS> the operationIds, separated by commas, that need not succeed on this server`;

const longest_ms = 30_000;
/** More of a body is not read. */
const mostCharacters = 2 ** 24;
/** The characters of a refusal that are printed. */
const mostShown = 500;
/** A server that counts requests is asked once more after at most this time. */
const longestWait_seconds = 60;

export const testCommand: Command = {
  summary: 'sends valid and invalid requests to a server and checks its responses',
  usage,
  async run(args) {
    const text = { type: 'string' } as const;
    const { values } = readArgs(args, { flags: { url: text, key: text, contract: text, except: text }, usage });
    const { root, config } = await currentProject();
    const { url } = values;
    if (url === undefined || !URL.canParse(url)) throw new UsageError(`--url is not a URL.\n\n${usage}`);
    const [[, contract] = []] = namedContracts(config, { root, only: values.contract });
    if (!contract) throw new UsageError('toolkit.config.ts has no contract.');
    const bundled: JsonObject = JSON.parse(await bundle(contract, root));
    const tested = testedDocument(bundled);
    const variable = `${productOf(config, bundled).variables}_API_KEY`;
    const { key = process.env[variable] ?? '' } = values;
    const needsKey = tested.views.some(({ security }) => security.length > 0);
    if (needsKey && key === '') throw new UsageError(`A key is missing. Use --key, or set ${variable}.`);
    const except = values.except?.split(',') ?? [];
    const unknown = except.find((id) => tested.views.every(({ operationId }) => operationId !== id));
    if (unknown !== undefined)
      throw new UsageError(`--except names ${unknown}, but the contract has no such operation.`);

    const outcomes = await testOperations(tested, { url, key });
    const unproved = outcomes.filter(({ succeeded, view }) => !succeeded && !except.includes(view.operationId));
    for (const { view, statuses } of unproved)
      print(
        `wrong  ${view.route} never succeeded: ${statuses.length > 0 ? statuses.join(', ') : 'no valid request could be made'}.`,
      );
    for (const line of outcomes.flatMap(unseen)) print(`not seen  ${line}`);
    const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, each) => total + count(each), 0);
    const wrong = sum((each) => each.wrong);
    print(
      `${sum((each) => each.sent)} responses, ${wrong} wrong. ${outcomes.length - unproved.length} of ${outcomes.length} operations proved.`,
    );
    return wrong + unproved.length > 0 ? 1 : 0;
  },
};

/** The responses that an operation's requests got. */
export interface Outcome {
  readonly view: OperationView;
  readonly succeeded: boolean;
  /** The statuses of valid requests. */
  readonly statuses: readonly number[];
  /** The statuses of all requests. */
  readonly seen: ReadonlySet<number>;
  readonly sent: number;
  readonly wrong: number;
  /** The examples of its body that its schema does not accept. */
  readonly unusable: readonly string[];
}

interface Target {
  /** The base URL of the server. */
  readonly url: string;
  readonly key: string;
}

/** Sends the requests of each operation and prints a line for each response. */
export async function testOperations(tested: TestedDocument, target: Target): Promise<Outcome[]> {
  const ids = createKnownIds(tested);
  const outcomes: Outcome[] = [];
  for (const view of tested.views) {
    const valid = validRequests(view, tested);
    const [example] = valid;
    // The request that deletes is the last one of its operation, too: an invalid one needs the resource.
    const invalid = example ? invalidRequests(example, tested) : [];
    const results = [];
    for (const request of view.method === 'delete' ? [...invalid, ...valid] : [...valid, ...invalid])
      results.push(
        await tryRequest({ ...request, sent: withFreshKey(request, valid[0] ?? request, tested, results.length) }),
      );
    const refused = results.filter(({ request, faults }) => request.expected === 'refusal' && faults.length === 0);
    if (refused.length > 0) print(`right  4xx  ${view.route} (${refused.length} invalid requests)`);
    const ofValid = results.filter(({ request }) => request.expected === 'success').map(({ status }) => status);
    outcomes.push({
      view,
      succeeded: ofValid.some((status) => status < 400),
      statuses: [...new Set(ofValid)],
      seen: new Set(results.map(({ status }) => status)),
      sent: results.length,
      wrong: results.filter(({ faults }) => faults.length > 0).length,
      unusable: unusableExamples(view, tested),
    });
  }
  return outcomes;

  async function tryRequest(request: TestRequest): Promise<{ request: TestRequest; status: number; faults: string[] }> {
    const { view, title, sent, expected } = request;
    const response = await send({ ...request, sent: ids.applied(view, sent) }, tested, target);
    const { status } = response;
    const faults = [
      ...(status >= 500 ? ['The server failed.'] : []),
      ...expectedFaults(expected, status),
      ...responseFaults(view, response, tested),
    ];
    if (expected === 'success') ids.learn(view, response);
    if (faults.length > 0 || expected !== 'refusal')
      print(`${faults.length > 0 ? 'wrong' : 'right'}  ${status}  ${view.route} (${title})`);
    for (const fault of faults) print(`       ${fault}`);
    const isRefused = expected === 'success' && status >= 400 && response.text;
    if (isRefused) print(`       The server says: ${isRefused.slice(0, mostShown)}`);
    return { request, status, faults };
  }
}

function expectedFaults(expected: TestRequest['expected'], status: number): string[] {
  if (expected !== 'success' && status === 429)
    return ['The server limited the request, so this shows nothing. Use one with a higher limit.'];
  if (expected === 'unauthorized') return status === 401 || status === 403 ? [] : ['The status is not 401.'];
  return expected === 'refusal' && status < 400 ? ['The request is invalid and was not refused.'] : [];
}

/** A request with an idempotency key of its own. With that of another request, a server returns the response to that one. */
function withFreshKey(
  { view, sent }: TestRequest,
  example: TestRequest,
  { values, document }: TestedDocument,
  turn: number,
): Sent {
  const { header = 'Idempotency-Key' } = (document['x-idempotency'] ?? {}) as { readonly header?: string };
  const isKey = ({ in: place, name }: ParameterView) =>
    place === 'header' && name.toLowerCase() === header.toLowerCase();
  const declared = view.parameters.find(isKey);
  const name = declared?.name ?? '';
  const headers = sent.options?.headers ?? {};
  // A key that is missing or wrong is the fault of the request.
  if (headers[name] === undefined || headers[name] !== example.sent.options?.headers?.[name]) return sent;
  const unique = randomUUID();
  const isRight = values.faults(declared?.['schema'], unique).length === 0;
  const value = isRight ? unique : values.right(declared?.['schema'], 'required', turn);
  return { ...sent, options: { ...sent.options, headers: { ...headers, [name]: value } } };
}

type Sent = TestRequest['sent'];

/** The statuses below 500 and the media types of its body that no response of an operation showed, and the examples that were not sent. */
function unseen({ view, seen, succeeded, unusable }: Outcome): string[] {
  const documented = Object.keys(view.responses).filter(
    (status) => /^[1-4]\d\d$/.test(status) && !seen.has(Number(status)),
  );
  const [, ...others] = Object.keys(view.body?.content ?? {});
  return [
    ...(documented.length > 0 && succeeded ? [`${view.route}: status ${documented.join(', ')}`] : []),
    ...(others.length > 0 ? [`${view.route}: body as ${others.join(', ')}`] : []),
    ...unusable.map((title) => `${view.route}: the example ${title}, which its schema does not accept`),
  ];
}

/** @throws if no response arrives. */
async function send(request: TestRequest, tested: TestedDocument, target: Target): Promise<ReceivedResponse> {
  const wire = await toWire(request, tested, target);
  const receive = (sent: Request) => fetch(sent, { signal: AbortSignal.timeout(longest_ms), redirect: 'manual' });
  try {
    const first = await receive(wire.clone());
    const wait_seconds = Number(first.headers.get('Retry-After') ?? Infinity);
    const isLimited = first.status === 429 && wait_seconds <= longestWait_seconds;
    if (isLimited) await first.body?.cancel();
    const last = isLimited ? await setTimeout(wait_seconds * 1000).then(() => receive(wire)) : first;
    return { status: last.status, headers: last.headers, text: await textOf(last) };
  } catch (cause) {
    throw new Error(`${request.view.route} got no response. Check --url and that the server runs.`, { cause });
  }
}

/** The text of a body. Empty for a stream of events, which has no end. Undefined if the body is longer than a test reads. */
async function textOf({ headers, body }: Response): Promise<string | undefined> {
  let text = '';
  if (!body) return text;
  // A loop that ends early cancels the stream.
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    if (/^text\/event-stream\b/i.test(headers.get('Content-Type') ?? '')) return '';
    text += part;
    if (text.length > mostCharacters) return undefined;
  }
  return text;
}
