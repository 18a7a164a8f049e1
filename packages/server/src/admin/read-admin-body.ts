import { createRequire } from 'node:module';
import type { IncomingMessage } from 'node:http';
import type { AdminOperationId } from '@booking-service/contract/admin';
import { adminRoutes } from '@booking-service/contract/admin';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { AdminRefusal } from './admin-refusal.ts';

const maxBytes = 4096;

/** Reads the JSON body of a admin operation and holds it to the contract. */
export type ReadAdminBody = (operationId: AdminOperationId, req: IncomingMessage) => Promise<unknown>;

/** Loads the admin contract. Throws where one of its schemas cannot be compiled. */
export function createAdminBodyReader(): ReadAdminBody {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema(createRequire(import.meta.url)('@booking-service/contract/admin.json') as object, 'admin');
  const validators = new Map<string, ValidateFunction | undefined>();
  for (const [operationId, { method, path, body }] of Object.entries(adminRoutes)) {
    if (body === 'none') continue;
    const pointer = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema']
      .map(escape)
      .join('/');
    validators.set(operationId, ajv.getSchema(`admin#/${pointer}`));
  }

  return async function readAdminBody(operationId, req) {
    if (adminRoutes[operationId].body === 'none') return undefined;
    if (!/^application\/json\s*(?:;|$)/i.test(req.headers['content-type'] ?? '')) {
      throw new AdminRefusal('unsupported_media_type', 'Send the body as Content-Type: application/json.');
    }
    const body = parse(await readText(req));
    const validate = validators.get(operationId);
    if (!validate) throw new Error(`The admin contract has no body for ${operationId}.`);
    if (validate(body)) return body;
    const [first] = validate.errors ?? [];
    throw new AdminRefusal('invalid_request', `${first?.instancePath || 'the body'} ${first?.message}`);
  };
}

async function readText(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    // A request stream without an encoding set yields Buffers.
    size += (chunk as Buffer).length;
    if (size > maxBytes) {
      throw new AdminRefusal('payload_too_large', `The body is larger than ${maxBytes} bytes.`, {
        Connection: 'close',
      });
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AdminRefusal('invalid_request', 'The body is not valid JSON.');
  }
}

/** A part of a JSON pointer in a URI's fragment. */
function escape(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
