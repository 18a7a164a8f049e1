import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { namedContracts, productOf } from '../config.ts';
import { bundle, withBlocks } from '../document/bundle.ts';
import {
  type BundledContract,
  type ContractHeader,
  type ContractOperation,
  type ContractSchema,
  isJsonObject,
} from '../document/bundled-contract.ts';
import { headersOf, pathOf, type TestRequest, testRequests } from '../test-server/requests.ts';
import { type Command, currentProject, print, readArgs, UsageError } from './command.ts';

const usage = `Usage: contract test --url URL [--key KEY] [--contract NAME]

Sends the examples of each operation to a running server, then a request without a key and one with broken JSON. Compares the status,
headers and body of each response with the contract. An id in a path is that of what an operation before it created. A documented
refusal is right; a status of 500 or above is not. Exits with 1 if a response is wrong, and with 2 if the server cannot be reached.

It creates what the examples create: use a server for tests.

  --url <URL>        the address of the server, without a path of the contract
  --key <KEY>        the key, sent as a bearer token; default: the environment variable of the product, such as LIBRARY_API_KEY
  --contract <NAME>  the contract; default: the first of toolkit.config.ts`;

const longest_ms = 30_000;

export const testCommand: Command = {
  summary: 'sends the examples of a contract to a server and checks its responses',
  usage,
  async run(args) {
    const flags = { url: { type: 'string' }, key: { type: 'string' }, contract: { type: 'string' } } as const;
    const { values } = readArgs(args, { flags, usage });
    const { root, config } = await currentProject();
    const { url } = values;
    if (url === undefined || !URL.canParse(url)) throw new UsageError(`--url is not a URL.\n\n${usage}`);
    const [[, contract] = []] = namedContracts(config, { root, only: values.contract });
    if (!contract) throw new UsageError('toolkit.config.ts has no contract.');
    const bundled = JSON.parse(await bundle(contract, root));
    const variable = `${productOf(config, bundled).variables}_API_KEY`;
    const { key = process.env[variable] } = values;
    if (key === undefined) throw new UsageError(`A key is missing. Use --key, or set ${variable}.`);
    const document = withBlocks(bundled);
    const findFaults = createFindFaults(document);
    /** The id of the last resource that was created at a path. */
    const ids = new Map<string, string>();
    const succeeded = new Set<string>();
    let wrong = 0;
    const requests = testRequests(document);
    for (const request of requests) {
      const response = await send(request, { url, key, ids });
      const { operation, method, path, title, status } = request;
      const faults = [
        ...(response.status >= 500 ? ['The server failed.'] : []),
        ...(isExpected(response, status) ? [] : [`The status is not ${status}.`]),
        ...findFaults(operation, response),
      ];
      if (response.status < 300) succeeded.add(operation.operationId);
      rememberId(response, path, ids);
      print(`${faults.length > 0 ? 'wrong' : 'right'}  ${response.status}  ${method} ${path} (${title})`);
      for (const fault of faults) print(`       ${fault}`);
      if (faults.length > 0) wrong += 1;
    }
    const all = new Set(requests.map(({ operation }) => operation.operationId));
    const refused = [...all].filter((id) => !succeeded.has(id));
    if (refused.length > 0)
      print(`Only refusals came from ${refused.join(', ')}: the server lacks what the examples name.`);
    print(`${requests.length} responses, ${wrong} wrong.`);
    return wrong > 0 ? 1 : 0;
  },
};

function isExpected({ status }: ReceivedResponse, expected: TestRequest['status']): boolean {
  return expected === undefined || (expected === '4XX' ? status >= 400 && status < 500 : status === expected);
}

interface Target {
  readonly url: string;
  readonly key: string;
  readonly ids: ReadonlyMap<string, string>;
}

async function send(request: TestRequest, { url, key, ids }: Target): Promise<ReceivedResponse> {
  const { method, body, hasKey } = request;
  const headers = new Headers(headersOf(request));
  if (hasKey) headers.set('Authorization', `Bearer ${key}`);
  const address = `${url.replace(/\/$/, '')}${pathOf(request, (parent) => ids.get(parent))}`;
  try {
    const signal = AbortSignal.timeout(longest_ms);
    const response = await fetch(address, { method, headers, signal, ...(body !== undefined && { body }) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    throw new Error(`${method} ${address} got no response. Check --url and that the server runs.`, { cause });
  }
}

function rememberId({ status, text }: ReceivedResponse, path: string, ids: Map<string, string>): void {
  if (status !== 201) return;
  const body = parseJson(text);
  if (isJsonObject(body) && typeof body['id'] === 'string') ids.set(path, body['id']);
}

/** A response, as a server sent it. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type FindFaults = (operation: ContractOperation, response: ReceivedResponse) => string[];

/** Returns a function that finds what differs between a response and the contract: status, headers, content type, body, error code. */
export function createFindFaults(contract: BundledContract): FindFaults {
  const { components } = contract;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  const compiled = new Map<ContractSchema, ValidateFunction>();

  return (operation, { status, headers, text }) => {
    const { responses } = operation;
    const named = responses[String(status)] ?? responses[`${String(status)[0]}XX`] ?? responses['default'];
    if (!named) return [`The status ${status} is not documented.`];
    const response = components.responses[named.$ref?.split('/').at(-1) ?? ''] ?? named;
    const wrongHeaders = Object.entries(response.headers ?? {}).flatMap(([name, header]) => {
      const { required, schema } = resolveHeader(header);
      const value = headers.get(name);
      if (value === null) return required === true ? [`The header ${name} is missing.`] : [];
      return validate(schema, headerValue(value, schema)).map((fault) => `The header ${name} ${fault}.`);
    });
    const [[type, content] = []] = Object.entries(response.content ?? {});
    if (type === undefined || !content) return [...wrongHeaders, ...(text === '' ? [] : ['The response has a body.'])];
    const sent = headers.get('Content-Type')?.split(';')[0]?.trim();
    if (sent !== type) return [...wrongHeaders, `The content type is ${sent}, not ${type}.`];
    if (!type.endsWith('json')) return wrongHeaders;
    const body = parseJson(text);
    if (body === undefined) return [...wrongHeaders, 'The body is not JSON.'];
    const wrongBody = validate(content.schema, body).map((fault) => `The body ${fault}.`);
    return [...wrongHeaders, ...wrongBody, ...wrongCode(body, response['x-error-codes'])];
  };

  function resolveHeader(header: ContractHeader | { readonly $ref: string }): ContractHeader {
    if (!('$ref' in header)) return header;
    const name = header.$ref.split('/').at(-1) ?? '';
    const found = components.headers?.[name];
    if (!found) throw new Error(`The contract has no header ${name}.`);
    return found;
  }

  /** The type of a header decides how its text is read. */
  function headerValue(text: string, schema: ContractSchema): unknown {
    const { type } = components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
    return (type === 'integer' || type === 'number') && text.trim() !== '' ? Number(text) : text;
  }

  function validate(schema: ContractSchema, value: unknown): string[] {
    // The references of a schema begin at the document's root.
    const check = compiled.get(schema) ?? ajv.compile({ ...schema, components });
    compiled.set(schema, check);
    if (check(value)) return [];
    return (check.errors ?? []).map(({ instancePath, message = 'is wrong' }) => `${instancePath} ${message}`.trim());
  }
}

/** The JSON value of a text, or undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wrongCode(body: unknown, codes: readonly string[] | undefined): string[] {
  if (!codes || !isJsonObject(body)) return [];
  const code = body['error_code'] ?? body['error'];
  return codes.some((each) => each === code) ? [] : [`The code ${String(code)} is not documented for this status.`];
}
