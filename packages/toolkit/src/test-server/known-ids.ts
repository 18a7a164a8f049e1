/** The ids that a server returned: requests to what it has created take them in place of those of the examples. */
import { isJsonObject, type JsonObject } from '../document/bundled-contract.ts';
import { entriesOf, follow } from '../document/normalize.ts';
import type { OperationView } from '../document/operation-view.ts';
import type { Sent } from '../generate/plain-client/serialize.ts';
import { documentedResponse, parseJson, type ReceivedResponse } from './check-response.ts';
import type { TestedDocument } from './requests.ts';

export interface KnownIds {
  /** Reads the ids of a response: of what it created, of the first entry of a list, and of its links. */
  readonly learn: (view: OperationView, response: ReceivedResponse) => void;
  /** Returns a request with the ids that are known, except for one that the schema of its parameter does not accept. */
  readonly applied: (view: OperationView, sent: Sent) => Sent;
}

export function createKnownIds({ document, views, values }: TestedDocument): KnownIds {
  /** The id of a resource by the path of its collection. */
  const byPath = new Map<string, unknown>();
  /** The value of a parameter by the operation and its name, from a link. */
  const byLink = new Map<string, unknown>();
  return { learn, applied };

  function learn(view: OperationView, response: ReceivedResponse): void {
    if (response.status >= 300) return;
    const body = parseJson(response.text ?? '');
    const [entry] = listIn(body);
    if (view.method === 'post') {
      const [, tail] = /\/([^/?#]+)\/?$/.exec(response.headers.get('Location') ?? '') ?? [];
      const created = idOf(body, view.path) ?? (response.status === 201 ? tail : undefined);
      if (created !== undefined) byPath.set(view.path, created);
    } else if (view.method === 'get' && entry !== undefined && !byPath.has(view.path)) {
      const listed = idOf(entry, view.path);
      if (listed !== undefined) byPath.set(view.path, listed);
    }
    for (const [, link] of entriesOf(documentedResponse(view, response.status)?.links)) {
      const { operationId, parameters } = (follow(link, document) ?? {}) as JsonObject;
      for (const [name, expression] of entriesOf(parameters)) {
        const value = linkedValue(String(expression), body, response.headers);
        if (typeof operationId === 'string' && value !== undefined)
          byLink.set(`${operationId} ${name.replace(/^(?:path|query)\./, '')}`, value);
      }
    }
  }

  function applied({ operationId, path, parameters }: OperationView, sent: Sent): Sent {
    const inPath = Object.entries(sent.path ?? {}).map(([name, value]) => {
      const parent = path.slice(0, path.indexOf(`/{${name}}`));
      const known = byLink.get(`${operationId} ${name}`) ?? byPath.get(parent);
      const declared = parameters.find((each) => each.in === 'path' && each.name === name);
      return [name, known !== undefined && values.fits(declared?.['schema'], known, true) ? known : value];
    });
    const inQuery = Object.entries(sent.query ?? {}).map(([name, value]) => [
      name,
      byLink.get(`${operationId} ${name}`) ?? value,
    ]);
    return { ...sent, path: Object.fromEntries(inPath), query: Object.fromEntries(inQuery) };
  }

  /** The id of a resource: the field with the name of the parameter below the path of its collection, or `id`. */
  function idOf(resource: unknown, collection: string): unknown {
    if (!isJsonObject(resource)) return undefined;
    const below = views.find(({ path }) => path.startsWith(`${collection}/{`))?.path.slice(collection.length + 2);
    const name = below?.slice(0, below.indexOf('}')) ?? 'id';
    return resource[name] ?? resource['id'];
  }
}

/** The entries of a list, or of the only list among the fields of a response. */
function listIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const lists = entriesOf(body).flatMap(([, value]) => (Array.isArray(value) ? [value as readonly unknown[]] : []));
  return lists.length === 1 ? (lists[0] ?? []) : [];
}

/** The value of a runtime expression of OpenAPI about a response. */
function linkedValue(expression: string, body: unknown, headers: Headers): unknown {
  const [, header] = /^\$response\.header\.(.+)$/.exec(expression) ?? [];
  if (header !== undefined) return headers.get(header) ?? undefined;
  const [, pointer] = /^\$response\.body#\/(.+)$/.exec(expression) ?? [];
  return pointer?.split('/').reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isJsonObject(value) ? value[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }, body);
}
