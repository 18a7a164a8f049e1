/**
 * Resolves the hosts of webhook URLs, without the operating system's resolver: getaddrinfo blocks one of its few threads for as
 * long as a name server does not respond, so some dead name servers would stop all deliveries (DLV-13).
 *  1. literal  an address is its own result
 *  2. cache    a result is used until its time to live has passed, at most maxAge_seconds; one lookup serves all who wait for it
 *  3. hosts    the hosts file comes before the name servers; localhost is always loopback (RFC 6761)
 *  4. query    asks the name servers of resolv.conf for A and AAAA records. Names are absolute: search domains do not apply
 * Each query has a resolver of its own, so that cancelling it affects no other.
 */
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { type Address, isAllowedTarget, type TargetRules } from '../addresses.ts';
import { defaultLimits } from './attempt.ts';

/** Resolves a host name, or an address literal without brackets, to its addresses. Rejects if it has none. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

export interface ResolveOptions {
  /** Name servers, as `address` or `address:port`. Default: those of the operating system. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  /** The time until the second query to a server; the third follows after twice as much. Default: 1000. */
  readonly patience_ms?: number;
  /** A lookup ends after this time, also if name servers keep silent for longer. Default: 10. */
  readonly timeout_seconds?: number;
  /** Milliseconds of a monotonic clock. */
  readonly now_ms?: () => number;
}

/** A result is used no longer than this, also if its records allow it. Results of the hosts file have no time to live of their own. */
const maxAge_seconds = { records: 60, hosts: 5 };
const maxCached = 1_000;
/** More addresses than any receiver needs. A longer list is refused and not checked, compared and kept. */
const maxAddresses = 100;
/** With the default patience, a lookup at one dead server ends after some 7 s: 1, 2 and 4. With more it ends at an attempt's deadline. */
const tries = 3;
/** Some name servers ignore queries for AAAA records. When one family is known, the other has this much longer. */
const otherFamily_ms = 500;

interface Found {
  readonly addresses: readonly Address[];
  readonly ttl_seconds: number;
}

/** Creates a resolver with a cache of its own. */
export function createResolve({
  servers,
  hostsFile = '/etc/hosts',
  patience_ms = 1_000,
  timeout_seconds = defaultLimits.timeout_seconds,
  now_ms = () => performance.now(),
}: ResolveOptions = {}): Resolve {
  const cache = new Map<string, { readonly addresses: Promise<readonly Address[]>; until_ms: number }>();

  async function find(hostname: string): Promise<Found> {
    const listed = await findInHostsFile(hostsFile, hostname);
    if (listed.length > 0) return { addresses: listed, ttl_seconds: maxAge_seconds.hosts };
    if (isLocalhost(hostname)) return { addresses: loopback, ttl_seconds: maxAge_seconds.records };
    const resolver = new Resolver({ timeout: patience_ms, tries });
    if (servers) resolver.setServers(servers);
    return query(resolver, { hostname, timeout_seconds });
  }

  return function resolve(host) {
    const family = isIP(host);
    if (family !== 0) return Promise.resolve([{ address: host, family }]);
    const hostname = host.toLowerCase().replace(/\.$/, '');
    const cached = cache.get(hostname);
    if (cached && now_ms() < cached.until_ms) return cached.addresses;

    const found = find(hostname);
    const lookup = { addresses: found.then(({ addresses }) => addresses), until_ms: Number.POSITIVE_INFINITY };
    cache.delete(hostname);
    cache.set(hostname, lookup);
    if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? '');
    found.then(
      ({ ttl_seconds }) => (lookup.until_ms = now_ms() + Math.min(ttl_seconds, maxAge_seconds.records) * 1000),
      // A failure is not kept. Another lookup may have taken the place of this one.
      () => cache.get(hostname) === lookup && cache.delete(hostname),
    );
    return lookup.addresses;
  };
}

/** The resolver of this process. */
export const resolveHost: Resolve = createResolve();

/** True if a lookup failed because the name servers took too long. */
export function isSlowLookup(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ETIMEOUT' || error.code === 'ECANCELLED');
}

const loopback: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}

async function query(
  resolver: Resolver,
  { hostname, timeout_seconds }: { readonly hostname: string; readonly timeout_seconds: number },
): Promise<Found> {
  const timers = [setTimeout(() => resolver.cancel(), timeout_seconds * 1000)];
  try {
    const families = [resolver.resolve4(hostname, { ttl: true }), resolver.resolve6(hostname, { ttl: true })];
    Promise.any(families).then(
      () => timers.push(setTimeout(() => resolver.cancel(), otherFamily_ms)),
      () => undefined,
    );
    const answers = await Promise.allSettled(families);
    const records = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    if (records.length === 0) throw failures.find(isSlowLookup) ?? failures[0];
    if (records.length > maxAddresses) throw new Error(`${hostname} has ${records.length} addresses.`);
    return {
      addresses: records.map(({ address }) => ({ address, family: isIP(address) })),
      ttl_seconds: Math.min(...records.map(({ ttl }) => ttl)),
    };
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/**
 * Returns the addresses that the hosts file gives to this name, in the order of the file. Without the file, or without the name
 * in it, the list is empty.
 */
async function findInHostsFile(file: string, hostname: string): Promise<readonly Address[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.includes(hostname) ? [{ address, family }] : [];
  });
}

const maxLength = 2048;
/** A message shows no more of a URL. */
const maxShown = 200;

/**
 * Returns why webhooks cannot be sent to this URL, as a sentence with the fix, or undefined if they can (ORG-6). It resolves
 * the host name. Every delivery applies the rule again, because a name can resolve to another address later.
 */
export async function findWebhookUrlFault(
  url: string,
  { resolve = resolveHost, ...rules }: TargetRules & { readonly resolve?: Resolve },
): Promise<string | undefined> {
  const target = URL.parse(url);
  const shown = url.length > maxShown ? `${url.slice(0, maxShown)}…` : url;
  const { allowLoopback, privateNetworks = [] } = rules;
  const allowed = allowLoopback ? 'an https URL, or an http URL of this computer' : 'an https URL';
  if (!target || !['https:', 'http:'].includes(target.protocol)) {
    return `Webhooks cannot be sent to ${shown}. Use ${allowed}.`;
  }
  if (url.length > maxLength) return `The webhook URL has ${url.length} characters. Use at most ${maxLength}.`;
  if (target.username !== '' || target.password !== '') {
    return `The webhook URL contains a user name or a password. Remove them, and verify the signature of each webhook instead.`;
  }
  try {
    const addresses = await resolve(target.hostname.replace(/^\[|\]$/g, ''));
    if (isAllowedTarget(target.protocol, addresses, rules)) return undefined;
    const where = addresses.map(({ address }) => address).join(', ');
    const orListed = privateNetworks.length > 0 ? ', or with one in a private network that this service allows' : '';
    const kind = allowLoopback ? '' : ` with a public address${orListed}`;
    return `Webhooks are not sent to ${shown} (${where}). Use ${allowed}${kind}.`;
  } catch {
    return `The host of ${shown} cannot be found. Check its name and its DNS record.`;
  }
}
