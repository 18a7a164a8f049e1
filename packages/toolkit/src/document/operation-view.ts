/** The operations of a normalized document, each with what it refers to, for what reads any document: the client, the docs, the tests. */
import { deprecationText, isJsonObject, type JsonObject } from './bundled-contract.ts';
import { entriesOf, follow, listOf, type Method, type Route, routesOf } from './normalize.ts';

/** A media type of a body. */
export interface MediaView {
  readonly schema?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
  readonly example?: unknown;
  readonly encoding?: Readonly<Record<string, JsonObject>>;
}

export interface ParameterView extends JsonObject {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

export interface ResponseView {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, MediaView>>;
  readonly links?: Readonly<Record<string, unknown>>;
}

/** An operation with everything that it refers to, except schemas. */
export interface OperationView {
  readonly operationId: string;
  readonly method: Method;
  readonly path: string;
  /** `GET /pets/{petId}` */
  readonly route: string;
  /** Its first tag, or the first fixed part of its path, without an ending such as `.json`. */
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Since when it is deprecated, and what to use instead. Empty if it is not deprecated. */
  readonly deprecation: string;
  readonly parameters: readonly ParameterView[];
  readonly body:
    | {
        readonly required?: boolean;
        readonly description?: string;
        readonly content: Readonly<Record<string, MediaView>>;
      }
    | undefined;
  readonly responses: Readonly<Record<string, ResponseView>>;
  /** The alternatives of security schemes that it needs. Empty if it needs none. */
  readonly security: readonly (readonly string[])[];
  readonly servers: unknown;
  readonly callbacks: JsonObject;
  readonly pagination: unknown;
  /** The operation as the document has it, with its extensions. */
  readonly source: JsonObject;
}

/** The operations of the paths of a normalized document. */
export function operationViews(document: JsonObject): OperationView[] {
  return routesOf(document).map(({ path, method, operation }) => viewOf(document, { path, method, operation }));
}

/** An operation with what it refers to. */
export function viewOf(document: JsonObject, { path, method, operation }: Route): OperationView {
  const text = (key: string) => (typeof operation[key] === 'string' ? operation[key] : '');
  const objectsOf = (value: unknown) =>
    Object.fromEntries(entriesOf(value).map(([key, each]) => [key, follow(each, document)]));
  const parameters = listOf(operation['parameters']).map((each) => follow(each, document)) as ParameterView[];
  const body = follow(operation['requestBody'], document) as OperationView['body'];
  const responses = objectsOf(operation['responses']) as OperationView['responses'];
  const security = operation['security'] ?? document['security'];
  const [tag] = listOf(operation['tags']);
  return {
    operationId: text('operationId'),
    method: method as Method,
    path,
    route: `${method.toUpperCase()} ${path}`,
    tag:
      typeof tag === 'string' && tag !== ''
        ? tag
        : (path
            .split('/')
            .find((part) => /^[^{]/.test(part) && !/^(?:api|v?\d[\d.-]*)$/.test(part))
            ?.replace(/\.\w+$/, '') ?? 'root'),
    summary: text('summary'),
    description: text('description'),
    deprecation: deprecationText(operation),
    parameters,
    body: body && isJsonObject(body.content) && Object.keys(body.content).length > 0 ? body : undefined,
    responses: Object.fromEntries(
      Object.entries(responses).filter(([status, each]) => !status.startsWith('x-') && isJsonObject(each)),
    ),
    security: listOf(security).map((each) => entriesOf(each).map(([name]) => name)),
    servers: operation['servers'],
    callbacks: objectsOf(operation['callbacks']),
    pagination: operation['x-pagination'],
    source: operation,
  };
}
