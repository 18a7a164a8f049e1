/** The parts of small OpenAPI documents without blocks. */
import type { JsonObject } from '../../src/document/bundled-contract.ts';

export interface Kind {
  readonly name: string;
  readonly document: JsonObject;
  /** Further files of the project, by their names. */
  readonly files?: Readonly<Record<string, JsonObject>>;
  /** The name of the document's file. Default `api.json`. */
  readonly file?: string;
  /** The form of integers of 64 bits. */
  readonly int64?: 'string' | 'bigint';
  /** A program that must compile beside the generated files. `client` is a client of the document. */
  readonly use?: string;
}

type Paths = Readonly<Record<string, unknown>>;

export const text: JsonObject = { type: 'string' };
export const json = (schema: unknown): JsonObject => ({ 'application/json': { schema } });
export const ok = (schema: unknown = text): JsonObject => ({ 200: { description: 'OK', content: json(schema) } });
export const of = (paths: Paths, more: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Any API', version: '1' },
  servers: [{ url: 'http://127.0.0.1:1' }],
  ...more,
  paths,
});
export const old = (paths: Paths, more: JsonObject = {}): JsonObject => of(paths, { openapi: '3.0.3', ...more });
export const get = (operationId: string, more: JsonObject = {}): JsonObject => ({
  get: { operationId, responses: ok(), ...more },
});
export const post = (operationId: string, content: unknown, more: JsonObject = {}): JsonObject => ({
  post: { operationId, requestBody: { required: true, content }, responses: ok(), ...more },
});
export const schemas = (all: JsonObject): JsonObject => ({ components: { schemas: all } });
export const refer = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
export const query = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  in: 'query',
  schema: text,
  ...more,
});
export const list: JsonObject = { type: 'array', items: text };
