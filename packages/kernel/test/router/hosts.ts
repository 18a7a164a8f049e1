/** Serves a document in both hosts, as a router of Express over HTTP and as a web handler, and expects the same response of them. */
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import {
  createHandler,
  type RequestFault,
  type RouterOptions,
  type RouterResponse,
} from '@booking-service/kernel/router';
import { createRouter } from '@booking-service/kernel/express';
import express from 'express';
import { expect, onTestFinished } from 'vitest';
import { listenOnLoopback } from '../support/network/listen-on-loopback.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The value of a JSON body; the text of another one. */
  readonly body: Readonly<Record<string, unknown>>;
}

type Callers = Readonly<Record<string, unknown>>;
type Send = (target: string, init?: RequestInit) => Promise<Answer>;

/** A document with one operation, whose handler returns its request. `more` has its method and path, and keywords of the document. */
export function documentOf(
  operation: object,
  { method = 'get', path = '/a', ...more }: { method?: string; path?: string; [keyword: string]: unknown } = {},
): object {
  const responses = { 200: { description: 'The request.', content: { 'application/json': {} } } };
  const paths = { [path]: { [method]: { operationId: 'echo', responses, ...operation } } };
  return { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths, ...more };
}

async function shown(value: unknown): Promise<unknown> {
  if (value instanceof File) return { file: value.name, type: value.type, text: await value.text() };
  if (value instanceof Readable) return Buffer.concat(await value.toArray()).toString();
  if (Array.isArray(value)) return Promise.all(value.map(shown));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([name, each]) => [name, await shown(each)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Returns what a handler received as JSON: a file as its name, type and text, a stream as its text. */
export async function echo({ body, ...request }: { body: unknown }, caller: object = {}): Promise<RouterResponse> {
  return { status: 200, body: { ...request, body: await shown(body), caller } };
}

const ofConnection = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'x-powered-by']);

/** Opens both hosts. They end with the test. */
export async function openHosts(
  contract: object,
  options: Partial<RouterOptions<unknown, Callers>> = {},
): Promise<Send> {
  const whole = { contract, handlers: { echo }, log: { error: () => undefined }, ...options };
  const app = express().use('/api', createRouter(whole), (_req, res) => void res.status(404).json({ passed: true }));
  const server = createServer(app);
  const origin = await listenOnLoopback(server);
  onTestFinished(() => void server.close());
  const handler = createHandler({ ...whole, basePath: '/api' });

  const read = async (response: Response): Promise<Answer> => {
    const text = await response.text();
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !ofConnection.has(name)));
    const isJson = /json/.test(headers['content-type'] ?? '') && text !== '';
    const body: unknown = isJson ? JSON.parse(text) : text;
    return { status: response.status, headers, body: body as Answer['body'] };
  };

  return async function send(target, init = {}) {
    const url = `${origin}/api${target}`;
    const [first, second] = init.body instanceof ReadableStream ? init.body.tee() : [init.body, init.body];
    const given = { ...init, duplex: 'half' };
    const inExpress = await read(await fetch(url, { ...given, body: first } as RequestInit));
    const web = await read(await handler(new Request(url, { ...given, body: second } as RequestInit)));
    // The app of Express goes on with a path that the router does not have.
    const isPassed = inExpress.body['passed'] === true;
    expect(isPassed ? web.status : web).toEqual(isPassed ? 404 : inExpress);
    return web;
  };
}

/** The faults of a response, each as `in path: message`. */
export function faultsOf({ body }: Answer): string[] {
  const { errors = [] } = body as { errors?: RequestFault[] };
  return errors.map((each) => `${each.in} ${each.path}: ${each.message}`);
}
