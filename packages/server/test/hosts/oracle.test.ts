/**
 * Compares the compiled checks with the middleware of express-openapi-validator: each gets every example of the contract and mutations of
 * it, over HTTP in one app of Express. Both must have the same verdict and the same details, and pass on the same values.
 *
 * @module-tag slow
 */
import { operationTable, type OperationId } from '@booking-service/contract';
import { Refusal } from '@booking-service/kernel/contract';
import {
  createExchange,
  createOperationListener,
  createValidators,
  errorHandler,
  type Exchange,
  type Listener,
  parseJson,
  readBytes,
  type RequestPath,
} from '@booking-service/kernel/http';
import express from 'express';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPackageValidation } from '../../src/express/package-validation.ts';
import { publicContract } from '../../src/generated/public-contract.ts';
import { createLog } from '../../src/log/log.ts';
import { listenApp, type ListeningApp } from '../support/worlds/hosted-service.ts';
import { exampleRequests, mutationsOf, type ExampleRequest } from './example-requests.ts';

/** Mutations of each example. */
const mutations = 80;

/** The package reports only the first fault of a body with a discriminator, and words an unknown type in its own way. */
const withDiscriminator: ReadonlySet<OperationId> = new Set(['continueBooking', 'createSession']);

interface Verdict {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

let served: ListeningApp;
beforeAll(async () => {
  const app = express();
  app.use('/compiled', echo(createValidators(publicContract)));
  app.use('/package', echo(createPackageValidation().validatorOf));
  served = await listenApp(app);
});
afterAll(() => served[Symbol.asyncDispose]());

/** Responds to a valid request with what its handler would receive, and to another one with its details. */
function echo(validatorOf: RequestPath['validatorOf']): Listener {
  return createOperationListener({
    table: operationTable,
    open: createExchange,
    createHandler: (operationId) => async (exchange) => {
      exchange.body = parseJson(await readBytes(exchange.req, 100_000));
      exchange.hasEscapes = true;
      // The validators read nothing else of a public exchange.
      return { status: 200, body: await validatorOf(operationId)(exchange as never) };
    },
    respondToError: errorHandler<Exchange>({
      log: createLog({ level: 'silent' }),
      toResponse: (error) =>
        error instanceof Refusal && error.code === 'invalid_request'
          ? { status: 400, body: { details: error.details } }
          : { status: 500, body: { error: String(error) } },
    }),
  });
}

async function send(mount: string, { method, target, headers, body }: ExampleRequest): Promise<Verdict> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(`${served.url}/${mount}${target}`, {
    method,
    headers: { ...headers, ...type },
    ...content,
  });
  return { status: response.status, body: (await response.json()) as Verdict['body'] };
}

/** Sends a request to both, expects the same of them, and returns the status. */
async function compare(operationId: OperationId, request: ExampleRequest): Promise<number> {
  const [compiled, ofPackage] = [await send('compiled', request), await send('package', request)];
  const isComparable = compiled.status === 200 || !withDiscriminator.has(operationId);
  // The package also fills in defaults, which is left to the operations here.
  const expected = isComparable ? compiled : { status: compiled.status };
  expect({ request, ...ofPackage }).toMatchObject({ request, ...expected });
  if (compiled.status === 200) expectPlainIntegers(operationId, request);
  return compiled.status;
}

/** Both would accept what JavaScript reads as an integer, such as 0x5. */
function expectPlainIntegers(operationId: OperationId, { target }: ExampleRequest): void {
  const integers = (publicContract[operationId]?.parameters ?? []).filter(({ isInteger }) => isInteger);
  const query = new URL(target, 'http://127.0.0.1').searchParams;
  for (const { name } of integers)
    for (const sent of query.getAll(name)) expect(sent, `${name} of ${target}`).toMatch(/^-?(0|[1-9][0-9]*)$/);
}

// Object.keys of the table are the operationIds.
it.each(Object.keys(operationTable) as OperationId[])(
  'END-12 ERR-4: has the verdicts of the package for %s',
  async (id) => {
    const seen = new Set<number>();
    for (const request of exampleRequests(id)) {
      expect(await compare(id, request)).toBe(200);
      for (const mutation of fc.sample(mutationsOf(id, request), mutations)) {
        seen.add(await compare(id, mutation));
      }
    }
    expect([...seen].filter((status) => status !== 200 && status !== 400)).toEqual([]);
  },
);
