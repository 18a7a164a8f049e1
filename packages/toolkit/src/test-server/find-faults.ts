import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import {
  type BundledContract,
  type ContractHeader,
  type ContractOperation,
  type ContractSchema,
  isJsonObject,
} from '../document/bundled-contract.ts';

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
