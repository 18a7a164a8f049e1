import { OctoRefusal } from './octo-refusal.ts';

/** The maximum of the service itself, so that a body never costs more here than there. */
const largestBody = 65_536;

/** The fields of a JSON object. Unknown fields are ignored, as OCTO asks of suppliers. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of the request's body. Throws BAD_REQUEST for a body that is too large or not a JSON object. */
export async function readBody(request: Request): Promise<Fields> {
  const text = await readText(request);
  try {
    return fieldsOf(text === '' ? {} : JSON.parse(text), 'the body');
  } catch (error) {
    if (error instanceof OctoRefusal) throw error;
    throw badRequest('The body is not JSON.');
  }
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > largestBody) throw badRequest(`The body is larger than ${largestBody} bytes.`);
    chunks.push(chunk);
  }
  return await new Blob(chunks).text();
}

export function badRequest(message: string): OctoRefusal {
  return new OctoRefusal('BAD_REQUEST', message);
}

export function fieldsOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest(`${name} is not an object.`);
  // An object with string keys.
  return value as Fields;
}

/** Returns a text. An absent field and null are undefined. */
export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw badRequest(`${name} is not a text.`);
}

export function requireText(fields: Fields, name: string): string {
  const text = textOf(fields, name);
  if (text === undefined) throw badRequest(`${name} is missing.`);
  return text;
}

/** Returns the items of a list, or undefined if the field is absent. */
export function itemsOf(fields: Fields, name: string): readonly unknown[] | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined || Array.isArray(value)) return value;
  throw badRequest(`${name} is not a list.`);
}
