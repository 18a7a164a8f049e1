/** Makes sure, before the first check, that a run can show something: a booking service responds, and it accepts the given key. */
import { access, operationTable, type OperationId } from '@booking-service/contract';
import { unknownBooking, type CheckedService } from './checked-service.ts';
import { exchange, type Exchange } from './exchange.ts';

/** Long for a service that only refuses a missing key, which needs no provider. */
const longestFirst_ms = 15_000;

/** One operation of each scope that a test key may have. The requests are incomplete: they change nothing. */
const probes: readonly OperationId[] = ['searchVenues', 'searchAvailability', 'getBooking', 'createBooking'];

const allowanceFix =
  'A run needs an organization in good standing with an allowance of about 50 more confirmed test bookings. Raise it, use a key of another organization, or use --admin-url.';

/** Throws an error with the fix unless the checks can begin. */
export async function requireService(service: CheckedService): Promise<void> {
  const { url, keys, admin, timeout_ms } = service.options;
  if (keys.test.startsWith(access.key_modes.live.prefix))
    throw new Error('--key is a live key, and the check makes bookings with it. Use a test key.');
  const first = await probe('getBooking', { key: null, timeout_ms: Math.min(timeout_ms, longestFirst_ms) });
  // A service with a fault may respond wrongly to one of two operations. Something else does to both.
  if (!isRefusal(first) && !isRefusal(await probe('createBooking', { key: null, timeout_ms }))) refuseAddress(first);
  // A service that refuses a key which its own admin server made breaks a rule. A key that was given may be wrong.
  if (!admin) await requireKey();
  if (keys.live !== undefined) {
    const { body } = await probe('searchVenues', { key: keys.live, timeout_ms });
    if (codeOf(body) === 'wrong_key_environment') service.leaveOutLive();
  }

  async function requireKey(): Promise<void> {
    const missing = [];
    for (const operation of probes) {
      const { status, body } = await probe(operation, { key: keys.test, timeout_ms });
      const code = codeOf(body);
      if (status === 401) throw new Error(`The service at ${url} does not accept the key (${code}). Check --key.`);
      if (code === 'org_suspended') throw new Error('The organization of the key is suspended. Use another key.');
      if (status === 402) throw new Error(`The key gets 402 ${code}. ${allowanceFix}`);
      if (code === 'insufficient_scope') missing.push(operationTable[operation].scope);
    }
    if (missing.length > 0) {
      throw new Error(`The key lacks ${missing.join(', ')}. The check needs a test key with every scope.`);
    }
  }

  function probe(operation: OperationId, sent: { key: string | null; timeout_ms: number }): Promise<Exchange> {
    const { method, path } = operationTable[operation];
    const target = `${method.toUpperCase()} ${url.replace(/\/+$/, '')}${path.replace('{id}', unknownBooking)}`;
    const body = method === 'get' ? {} : { body: operation === 'searchVenues' ? { limit: 1 } : {} };
    return exchange(target, { ...sent, ...body }).catch((cause: Error) => {
      throw new Error(`The service at ${url} does not respond. Check --url. ${cause.message}.`, { cause });
    });
  }

  function refuseAddress({ status, headers }: Exchange): never {
    const location = headers.get('location');
    if (status >= 300 && status < 400 && location !== null)
      throw new Error(`${url} redirects to ${location}. Use the address of the service itself as --url.`);
    const type = headers.get('content-type') ?? 'no content type';
    throw new Error(
      `No booking service responds at ${url}: a request without a key got ${status} with ${type}, not 401 with JSON. Check --url: it is the base URL, without /v1.`,
    );
  }
}

/** True for any refusal of a missing key by a service, however faulty: JSON, and not because the path is unknown. */
function isRefusal({ status, body }: Exchange): boolean {
  return status === 401 || (status >= 400 && status !== 404 && status !== 405 && typeof body === 'object');
}

function codeOf(body: unknown): string | undefined {
  const { error, error_code } = (body ?? {}) as { readonly error?: unknown; readonly error_code?: unknown };
  const code = error_code ?? error;
  return typeof code === 'string' ? code : undefined;
}
