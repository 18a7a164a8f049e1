/** Sends requests to the admin port. Validates each response against the admin contract with Ajv, without code of the server. */
import { createRequire } from 'node:module';
import { adminRoutes } from '@booking-service/contract/admin';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export interface AdminResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface AdminOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Node = { readonly [key: string]: Node } & { readonly $ref?: string };

const document = createRequire(import.meta.url)('@booking-service/contract/admin.json') as Node;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv, { mode: 'full' });
ajv.addSchema(document, 'admin');

/** Sends a request to the admin port at `url`. Throws if the response violates the contract. */
export async function callAdmin<Body = Record<string, unknown>>(
  url: string,
  target: `${string} /${string}`,
  { body, text, headers = {} }: AdminOptions = {},
): Promise<AdminResponse<Body>> {
  const [method = '', path = ''] = target.split(' ');
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url + path, {
    method,
    headers: { ...(content !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(content !== undefined && { body: content }),
  });
  const parts = { status: response.status, headers: response.headers, text: await response.text() };
  // checkAdminResponse validates the body against the schema of this response.
  return { ...parts, body: checkAdminResponse({ method, path, ...parts }) as Body };
}

/** Returns the body of a response. Throws if the response violates the admin contract. */
export function checkAdminResponse({
  method,
  path,
  status,
  headers,
  text,
}: {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  text: string;
}): unknown {
  const what = `${method} ${path} -> ${status}`;
  const pointer = findResponse(method, path, status);
  if (!pointer) throw new Error(`${what} is not in the admin contract: ${text}`);
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  if (method === 'HEAD') return undefined;
  if (status === 204 && text === '') return undefined;
  const body: unknown = type === 'application/json' ? JSON.parse(text) : text;
  const validate = ajv.getSchema(`admin#${encodeURI(`${pointer}/content/${escape(type)}/schema`)}`);
  if (!validate?.(body)) throw new Error(`${what} violates the contract: ${ajv.errorsText(validate?.errors)} ${text}`);
  return body;
}

function findResponse(method: string, path: string, status: number): string | undefined {
  const routeMethod = method === 'HEAD' ? 'get' : method.toLowerCase();
  const { pathname } = new URL(path, 'http://admin.test');
  const route = Object.values(adminRoutes).find(
    (row) => toPattern(row.path).test(pathname) && row.method === routeMethod,
  );
  const unrouted = `/x-unrouted/${status}`;
  const own = route && `/paths/${escape(route.path)}/${route.method}/responses/${status}`;
  const pointer = [own, unrouted].find((each) => each !== undefined && at(each) !== undefined);
  return pointer === undefined ? undefined : (at(pointer)?.$ref?.slice(1) ?? pointer);
}

/** Matches the paths of a template. A parameter is one segment. */
function toPattern(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function at(pointer: string): Node | undefined {
  let node: Node | undefined = document;
  for (const part of pointer.split('/').slice(1)) node = node?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  return node;
}

function escape(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
