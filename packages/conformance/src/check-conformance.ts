/**
 * Checks a service against the rules of its interface, from outside.
 *  1. prepares: with an admin server, two organizations of its own, their keys and their webhook URL; then makes sure that a
 *     booking service responds and accepts the key
 *  2. begins the checks that wait long in real time
 *  3. runs every check, one after the other and those last; each response of each check is also compared with the contract
 *  4. gives each rule a verdict: `fail` if one check of it failed, `pass` if one passed, else `not checked` with the reason
 */
import { access, type OperationId, operationTable } from '@booking-service/contract';
import { type Check, CheckedService, type Keys, unknownBooking } from './checked-service.ts';
import { codeOf, exchange, type Exchange, type ShownRequest } from './exchange.ts';
import { type Admin, openAdmin, openClock, type Organization } from './admin.ts';
import { accessChecks } from './checks/access-checks.ts';
import { bookingChecks } from './checks/booking-checks.ts';
import { deliveryChecks, lastChecks } from './checks/delivery-checks.ts';
import { docsChecks, endpointChecks } from './checks/endpoint-checks.ts';
import { idempotencyChecks } from './checks/idempotency-checks.ts';
import { limitChecks } from './checks/limit-checks.ts';
import { listChecks, requestChecks } from './checks/list-checks.ts';
import { sandboxChecks } from './checks/sandbox-checks.ts';
import { orderChecks } from './checks/order-checks.ts';
import { paymentChecks, sessionChecks } from './checks/session-checks.ts';
import { slowReceiverChecks } from './checks/slow-receiver-checks.ts';
import { stateChecks } from './checks/state-checks.ts';
import { rules } from './generated/rules.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { observe } from './verdict.ts';
import { wireRules } from './wire-faults.ts';

/** The checks, in the order in which they run, except that those with a `begin` run after the others. */
export const checks: readonly Check[] = [
  ...endpointChecks,
  ...docsChecks,
  ...accessChecks,
  ...orderChecks,
  ...bookingChecks,
  ...listChecks,
  ...requestChecks,
  ...idempotencyChecks,
  ...limitChecks,
  ...paymentChecks,
  ...sessionChecks,
  ...sandboxChecks,
  ...deliveryChecks,
  ...stateChecks,
  ...slowReceiverChecks,
  ...lastChecks,
];

export interface ConformanceOptions {
  /** The base URL of the service, without /v1. */
  readonly url: string;
  /** A test key with every scope. Not needed with an admin server. */
  readonly key?: string | undefined;
  /** A live key of the same organization. */
  readonly liveKey?: string | undefined;
  /** A test key of another organization. */
  readonly otherKey?: string | undefined;
  /** The admin server. The check then creates organizations of its own. */
  readonly adminUrl?: string | undefined;
  readonly adminToken?: string | undefined;
  /** The server of the sandbox clock. Default: the admin server. */
  readonly clockUrl?: string | undefined;
  /** Default 0: any free port. */
  readonly receiverPort?: number | undefined;
  /** The public URL of the receiver. Default: this computer. */
  readonly receiverUrl?: string | undefined;
  /** The secret that signs the webhooks to the receiver, if its URL was set by hand. */
  readonly signingSecret?: string | undefined;
  /** A venue that confirms bookings for two. Default: that of the sandbox. */
  readonly venue?: string | undefined;
  /** The longest wait of a check without a sandbox clock, in seconds. Default 60. */
  readonly maxWait_seconds?: number | undefined;
  /** The timeout of a request, in milliseconds. Default 40,000: longer than the service waits for a provider. */
  readonly timeout_ms?: number | undefined;
  /** Ends the run at the first check that fails. The rules of the later ones are not checked. Default: false. */
  readonly bail?: boolean | undefined;
  /** The rules whose checks run before the others, to fail early. Default: none. */
  readonly first?: readonly string[] | undefined;
}

/** The verdict on one rule. */
export interface RuleResult {
  readonly rule: string;
  readonly verdict: 'pass' | 'fail' | 'not checked';
  /** The observation, the fault, or the reason why nothing could be observed. */
  readonly evidence: string;
  /** Of a failure: the last request before it. */
  readonly request?: ShownRequest | undefined;
}

interface CheckResult {
  readonly rules: readonly string[];
  readonly verdict: RuleResult['verdict'];
  readonly evidence: string;
  readonly request?: ShownRequest | undefined;
}

/** Checks every rule. Rejects if the options are wrong, if no booking service responds or it refuses the key, or if the admin server refuses to prepare. */
export async function checkConformance(options: ConformanceOptions): Promise<RuleResult[]> {
  const receiver = await startReceiver({ port: options.receiverPort, publicUrl: options.receiverUrl });
  try {
    const service = await openService(options, receiver);
    await requireService(service);
    for (const { begin } of checks) await begin?.(service).catch(() => undefined);
    const results: CheckResult[] = [];
    for (const check of inOrder(options.first)) {
      results.push(...(await runCheck(check, service)));
      const isBroken = service.wire.faults.length > 0 || results.some(({ verdict }) => verdict === 'fail');
      if (options.bail && isBroken) break;
    }
    results.push(...judgeWire(service));
    return Object.keys(rules).map((rule) => judge(rule, results));
  } finally {
    await receiver.close();
  }
}

/** The checks of these rules come first. Those that were begun stay the last. */
function inOrder(first: readonly string[] = []): Check[] {
  const rankOf = ({ begin, rules: proven }: Check) => (begin ? 2 : proven.some((rule) => first.includes(rule)) ? 0 : 1);
  return checks.toSorted((left, right) => rankOf(left) - rankOf(right));
}

async function openService(options: ConformanceOptions, receiver: Receiver): Promise<CheckedService> {
  const { url, key, adminUrl, adminToken: token, clockUrl = adminUrl, signingSecret } = options;
  const { timeout_ms = 40_000, maxWait_seconds = 60, venue = 'ven_harbour_table' } = options;
  const admin = adminUrl === undefined ? undefined : openAdmin({ url: adminUrl, token, timeout_ms });
  const clockAdmin = clockUrl === undefined ? undefined : openAdmin({ url: clockUrl, token, timeout_ms: 600_000 });
  const clock = await openClock(clockAdmin, maxWait_seconds);
  const common = { url, clock, receiver, venue, maxWait_seconds, timeout_ms };
  if (admin) return new CheckedService({ ...common, ...(await prepare(admin, receiver)), admin });
  if (key === undefined)
    throw new Error('A key is missing. Use --key, or --admin-url to let the check create its own.');
  const keys: Keys = { test: key, live: options.liveKey, other: options.otherKey };
  return new CheckedService({ ...common, keys, secrets: signingSecret === undefined ? [] : [signingSecret] });
}

interface Prepared {
  readonly keys: Keys;
  readonly organization: Organization;
  readonly secrets: string[];
}

/** Creates two organizations. Without a webhook URL, if the service does not accept that of the receiver. */
async function prepare(admin: Admin, receiver: Receiver): Promise<Prepared> {
  const organization = await admin.createOrganization({ name: 'Conformance', rate_limit: 1_000_000 });
  const other = await admin.createOrganization({ name: 'Conformance, another organization', rate_limit: 1_000_000 });
  const createKey = async ({ id }: Organization, mode: string) => (await admin.createKey(id, { mode })).key;
  const target = `PUT /organizations/${organization.id}/webhook-url`;
  const isReached = (await admin.statusOf(target, { webhook_url: receiver.url })) === 200;
  return {
    organization,
    keys: {
      test: await createKey(organization, 'test'),
      live: await createKey(organization, 'live'),
      other: await createKey(other, 'test'),
    },
    secrets: isReached ? [organization.signing_secret] : [],
  };
}

/** Long for a service that only refuses a missing key, which needs no provider. */
const longestFirst_ms = 15_000;

/** One operation of each scope that a test key may have. The requests are incomplete: they change nothing. */
const probes: readonly OperationId[] = ['searchVenues', 'searchAvailability', 'getBooking', 'createBooking'];

const allowanceFix =
  'A run needs an organization in good standing with an allowance of about 50 more confirmed test bookings. Raise it, use a key of another organization, or use --admin-url.';

/** Throws an error with the fix unless a booking service responds and accepts the given key. Otherwise a run would show nothing. */
async function requireService(service: CheckedService): Promise<void> {
  const { url, keys, admin, timeout_ms } = service.options;
  if (keys.test.startsWith(access.key_modes.live.prefix))
    throw new Error('--key is a live key, and the check makes bookings with it. Use a test key.');
  const first = await probe('getBooking', { key: null, timeout_ms: Math.min(timeout_ms, longestFirst_ms) });
  // A service with a fault may respond wrongly to one of two operations. Something else does to both.
  if (!isRefusal(first) && !isRefusal(await probe('createBooking', { key: null, timeout_ms }))) refuseAddress(first);
  // A service that refuses a key which its own admin server made breaks a rule. A key that was given may be wrong.
  if (!admin) await requireKey();
  if (keys.live !== undefined) {
    const response = await probe('searchVenues', { key: keys.live, timeout_ms });
    if (codeOf(response) === 'wrong_key_environment') service.leaveOutLive();
  }

  async function requireKey(): Promise<void> {
    const missing = [];
    for (const operation of probes) {
      const response = await probe(operation, { key: keys.test, timeout_ms });
      const [status, code] = [response.status, codeOf(response)];
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

async function runCheck({ rules: proven, title, run }: Check, service: CheckedService): Promise<CheckResult[]> {
  service.last = undefined;
  const { verdict, evidence, rules: broken = proven } = await observe(() => run(service));
  const request = service.last;
  if (verdict !== 'fail') return [{ rules: proven, verdict, evidence }];
  const rest = proven.filter((rule) => !broken.includes(rule));
  return [
    { rules: broken, verdict, evidence: `${title}: ${evidence}`, request },
    { rules: rest, verdict: 'not checked', evidence: `the check "${title}" stopped at another rule` },
  ];
}

/** Judges the form of every response of the run. A rule that no response showed is not kept: it is not checked. */
function judgeWire({ wire: { seen, faults } }: CheckedService): CheckResult[] {
  return [
    ...faults.map(({ rule, text, request }) => ({ rules: [rule], verdict: 'fail' as const, evidence: text, request })),
    ...wireRules.map((rule): CheckResult => {
      const count = seen.get(rule);
      return count === undefined
        ? { rules: [rule], verdict: 'not checked', evidence: 'no response showed it' }
        : { rules: [rule], verdict: 'pass', evidence: `the form of ${count} responses` };
    }),
  ];
}

function judge(rule: string, results: readonly CheckResult[]): RuleResult {
  const reason = unseenRules[rule];
  if (reason !== undefined) return { rule, verdict: 'not checked', evidence: reason };
  const own = results.filter((result) => result.rules.includes(rule));
  for (const verdict of ['fail', 'pass', 'not checked'] as const) {
    const first = own.find((result) => result.verdict === verdict);
    if (first) {
      const { evidence, request } = first;
      return { rule, verdict, evidence, ...(verdict === 'fail' && request && { request }) };
    }
  }
  return { rule, verdict: 'not checked', evidence: 'no check proves it' };
}

/** The rules that a check from outside cannot see, each with the reason. */
export const unseenRules: Readonly<Record<string, string>> = {
  'STA-12':
    'It is about the state after a crash. A check cannot end the process of the service. See npm run verify -- crash.',
  'EVT-4': 'It obliges receivers, not the service.',
  'SIG-3': 'It obliges receivers, not the service. See the vectors of @booking-service/webhooks.',
  'SIG-5': 'It obliges receivers, not the service. See the vectors of @booking-service/webhooks.',
  'DLV-13': 'It needs many hostile endpoints, name servers and providers. See npm run bench -- delivery.',
  'ERR-6': 'It is about the programs of this repository, which read the catalogue.',
  'LIM-7': 'It needs hundreds of requests that wait at the same time, which a service that others use should not get.',
  'LIM-9': 'It needs many reads at the same time, and many bookings, which a service that others use should not get.',
  'SHR-1': 'It compares two organizations of which one does its worst. The tests of the server prove it.',
  'PRV-2': 'It needs several providers of which one fails.',
  'PRV-3': 'It needs a provider that returns broken texts and results.',
  'PRV-4': 'It needs a provider that cancels a booking by itself.',
  'SHR-2': 'It needs providers that fail for some organizations and not for others.',
  'ADM-3': 'It is about the admin contract. The check is for the public one.',
  'ADM-6': 'It is about the admin contract. The check is for the public one.',
  'ADM-7': 'It is about the admin contract. The check is for the public one.',
  'ADM-8': 'It is about the admin contract. The check is for the public one.',
  'MOD-1': 'It needs to see what the suppliers receive. See booking-service provider check --both.',
  'SES-5': 'It needs a code sender that fails, and the database.',
  'MOD-2': 'It needs a supplier without a test side.',
  'VER-2': 'It compares two releases of the contract. See npm run contract:diff.',
};
