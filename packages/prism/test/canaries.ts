/** Requests and answers that break the contract, made from it: what Prism has to notice, if it validates at all. */
import { startPrismProxy } from '../index.ts';
import { documentedOperations, send, toAsk, type Ask, type DocumentedOperation } from './documented.ts';
import { openUpstream, type Answer } from './open-upstream.ts';

export interface Canary {
  readonly name: string;
  /** The side that is wrong; null where nothing is, and nothing must be said. */
  readonly wrong: 'request' | 'response' | null;
  readonly ask: Ask;
  readonly answer: Answer;
}

export function canaries(): Canary[] {
  return documentedOperations().flatMap((operation) => {
    const named = (each: Omit<Canary, 'ask' | 'answer'> & Partial<Canary>): Canary => ({
      ask: toAsk(operation),
      answer: toAnswers(operation)[0] ?? { status: 500, headers: {}, body: {} },
      ...each,
      name: `${operation.operationId}: ${each.name}`,
    });
    return [...requestCanaries(operation), ...responseCanaries(operation)].map(named);
  });
}

function* requestCanaries(operation: DocumentedOperation): Generator<Omit<Canary, 'ask' | 'answer'> & Partial<Canary>> {
  const ask = toAsk(operation);
  const { Authorization: _none, ...unsigned } = ask.headers;
  yield { name: 'no key', wrong: 'request', ask: { ...ask, headers: unsigned } };
  for (const { name, in: place, example, schema } of operation.parameters) {
    const long = 'x'.repeat((schema.maxLength ?? 0) + 1);
    const changed =
      place === 'path'
        ? { ...ask, path: ask.path.replace(String(example), long) }
        : { ...ask, headers: { ...ask.headers, [name]: long } };
    yield { name: `${place} parameter ${name}, too long`, wrong: 'request', ask: changed };
  }
  if (ask.body === undefined) return;
  yield { name: 'a field too many', wrong: 'request', ask: { ...ask, body: { ...ask.body, canary: true } } };
  yield { name: 'a body that is no object', wrong: 'request', ask: { ...ask, body: [true] } };
  const headers = { ...ask.headers, 'Content-Type': 'text/plain' };
  yield { name: 'another content type', wrong: 'request', ask: { ...ask, headers } };
}

function* responseCanaries(
  operation: DocumentedOperation,
): Generator<Omit<Canary, 'ask' | 'answer'> & Partial<Canary>> {
  for (const answer of toAnswers(operation)) {
    const { status, headers, body } = answer;
    yield { name: `a good ${status}`, wrong: null, answer };
    const more = { ...(body as object), canary: true };
    yield { name: `${status} with a field too many`, wrong: 'response', answer: { ...answer, body: more } };
    yield { name: `${status} that is no object`, wrong: 'response', answer: { ...answer, body: [true] } };
    const text = { ...headers, 'Content-Type': 'text/html' };
    yield {
      name: `${status} as HTML`,
      wrong: 'response',
      answer: { ...answer, headers: text, body: JSON.stringify(body) },
    };
    const documented = operation.responses.find((each) => each.status === status)?.headers ?? [];
    for (const { name, required, schema } of documented) {
      const { [name]: _gone, ...others } = headers;
      if (required)
        yield { name: `${status} without ${name}`, wrong: 'response', answer: { ...answer, headers: others } };
      const long = schema.type === 'integer' ? '-1' : 'x'.repeat((schema.maxLength ?? 200) + 1);
      yield {
        name: `${status} with a wrong ${name}`,
        wrong: 'response',
        answer: { ...answer, headers: { ...others, [name]: long } },
      };
    }
  }
  const [good] = toAnswers(operation);
  if (good) yield { name: 'an undocumented status', wrong: 'response', answer: { ...good, status: 418 } };
}

/** Each documented answer, with the first of its examples. */
function toAnswers({ responses }: DocumentedOperation): Answer[] {
  return responses.map(({ status, headers, examples }) => ({
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...Object.fromEntries(headers.map(({ name, example }) => [name, String(example)])),
    },
    body: Object.values(examples)[0],
  }));
}

/** Sends each through a proxy over the document, and names those of which Prism said something else than is wrong. */
export async function findMisjudged(document: object): Promise<string[]> {
  let answer: Answer = { status: 500, headers: {}, body: 'Nothing was said to answer.' };
  await using upstream = await openUpstream(() => answer);
  await using proxy = await startPrismProxy({ upstream: upstream.url, document });
  const misjudged: string[] = [];
  for (const canary of canaries()) {
    answer = canary.answer;
    await (await send(proxy.url, canary.ask)).arrayBuffer();
    const sides = new Set(proxy.exchanges.at(-1)?.violations.map(({ side }) => side));
    const expected = canary.wrong === null ? [] : [canary.wrong];
    if (expected.join() !== [...sides].join()) misjudged.push(canary.name);
  }
  if (proxy.exchanges.length !== canaries().length) misjudged.push('the number of exchanges');
  return misjudged;
}
