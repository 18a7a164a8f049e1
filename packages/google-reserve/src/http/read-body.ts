import { GoogleRefusal } from './google-refusal.ts';

/** The maximum size of a body in bytes. A lookup has many slots, a create has one. */
const largestBody = 262_144;

/** The fields of a message. Unknown fields are ignored, so that Google can add some. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of the request's message. Throws 400 for a body that is too large or not a JSON object. */
export async function readBody(request: Request): Promise<Fields> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > largestBody) throw badRequest(`The body is larger than ${largestBody} bytes.`);
    chunks.push(chunk);
  }
  return fieldsOf(parse(await new Blob(chunks).text()), 'The body');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The body is not JSON.');
  }
}

export function badRequest(message: string): GoogleRefusal {
  return new GoogleRefusal(400, message);
}

export function fieldsOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest(`${name} is not an object.`);
  // An object with string keys.
  return value as Fields;
}

/** Returns a message, or an empty one if the field is absent. */
export function messageOf(fields: Fields, name: string): Fields {
  return fieldsOf(fields[name] ?? {}, name);
}

/** Returns a text. ProtoJSON omits empty texts, so an empty one counts as absent. */
export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name] ?? '';
  if (typeof value !== 'string') throw badRequest(`${name} is not a text.`);
  return value === '' ? undefined : value;
}

export function requireText(fields: Fields, name: string): string {
  const text = textOf(fields, name);
  if (text === undefined) throw badRequest(`${name} is missing.`);
  return text;
}

/** Returns an integer, which ProtoJSON writes as a number or as a text. Zero counts as absent, as ProtoJSON omits it. */
export function integerOf(fields: Fields, name: string): number | undefined {
  const value = fields[name] ?? 0;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0)
    throw badRequest(`${name} is not a whole number.`);
  return number === 0 ? undefined : number;
}

/** Returns the messages of a list, which is empty if the field is absent. */
export function messagesOf(fields: Fields, name: string): readonly Fields[] {
  const value = fields[name] ?? [];
  if (!Array.isArray(value)) throw badRequest(`${name} is not a list.`);
  return value.map((item) => fieldsOf(item, name));
}
