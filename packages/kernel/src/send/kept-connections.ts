/**
 * Connections to receivers that stay open for the next webhook, so that it needs no new TCP and TLS handshake.
 *  - A connection belongs to one organization, protocol, host, port and set of checked addresses. A request that resolved its host to
 *    other addresses uses another connection. A tunnel through the proxy belongs to the same. A receiver that responds twice can
 *    mislead only the next attempt of the same organization (DLV-15).
 *  - A connection in use is not limited here: the worker limits its attempts. An idle one is closed after idle_ms for each of its
 *    requests, up to maxIdleTimes, or 1 s before the time that the receiver announced in a Keep-Alive header. If the receiver closes it
 *    earlier, the attempt that takes it continues on a new one (exchange.ts).
 *  - At most maxIdlePerHost connections of an organization to a host are idle; another one is closed after its response. At most maxIdle are idle in
 *    all; then the one that was idle for longest is closed.
 *  - While the first connection to a host is in its TLS handshake, further ones wait for it, and then resume its session. A resumed
 *    handshake costs a fraction of a full one.
 *  - Node closes an idle connection on which the receiver sends anything, so that no byte of it is taken for the next response.
 * An idle connection does not keep the process alive.
 */
import { Agent as HttpAgent, type AgentOptions, type ClientRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Address } from '../addresses.ts';
import { defaultLimits } from './attempt.ts';
import { openTunnel, requireWebhookProxy, type TunnelOptions, type WebhookProxy } from './webhook-proxy.ts';

export interface KeptConnectionsOptions {
  /** Default: 15000. */
  readonly idle_ms?: number;
  /** The maximum number of idle connections. Default: 1000. */
  readonly maxIdle?: number;
  /** The longest wait of further connections to a host for the TLS session of the first, after its handshake. Default: 100. */
  readonly session_ms?: number;
  /** Opens the tunnels of `proxied`. Default: none. */
  readonly proxy?: WebhookProxy | undefined;
  /** The header User-Agent of requests to the proxy. Default: webhooks. */
  readonly user_agent?: string;
  /** The head of a response of the proxy. Default: 16384. */
  readonly max_head_bytes?: number;
}

/** Request options with the organization and the addresses that were checked for this request. */
export interface PinnedOptions extends RequestOptions {
  readonly organization_id?: string;
  readonly addresses?: readonly Address[];
  /** Ends the opening of a tunnel. Node does not pass the option `signal` to the agent. */
  readonly deadline?: AbortSignal;
}

/** The sender of one protocol. */
export interface Route {
  /** Kept connections. */
  readonly kept: HttpAgent;
  /** A new connection that is not kept: an agent, or false for the default of node:http. */
  readonly once: HttpAgent | false;
}

export interface KeptConnections extends Readonly<Record<'http:' | 'https:', Route>> {
  /** https through the proxy. Undefined without a proxy. */
  readonly proxied: Route | undefined;
}

/** More than the worker makes attempts of an organization at once. */
const maxIdlePerHost = 40;
const maxIdleTimes = 4;
const maxSessions = 2_000;

export function createKeptConnections({
  idle_ms = 15_000,
  maxIdle = 1_000,
  // A server that supports sessions sends one directly after the handshake.
  session_ms = 100,
  proxy,
  user_agent = 'webhooks',
  max_head_bytes = defaultLimits.max_head_bytes,
}: KeptConnectionsOptions = {}): KeptConnections {
  /** In the order in which they became idle. */
  const idle = new Set<Duplex>();
  const options: AgentOptions = {
    keepAlive: true,
    timeout: idle_ms * maxIdleTimes,
    maxFreeSockets: maxIdlePerHost,
    agentKeepAliveTimeoutBuffer: 1_000,
  };
  const keep = <A extends HttpAgent>(agent: A) => keepChecked(agent, { idle, maxIdle, idle_ms });
  const newHttpsAgent = () => keep(new HttpsAgent({ ...options, maxCachedSessions: maxSessions }));
  const tunnel = proxy && {
    user_agent,
    max_head_bytes,
    proxy,
    agent: proxy.protocol === 'https:' ? new HttpsAgent() : new HttpAgent(),
  };
  return {
    'http:': { kept: keep(new HttpAgent(options)), once: false },
    'https:': { kept: shareTls(newHttpsAgent(), session_ms), once: false },
    proxied: tunnel && {
      kept: shareTls(throughProxy(newHttpsAgent(), tunnel), session_ms),
      once: throughProxy(new HttpsAgent({ maxCachedSessions: 0 }), tunnel),
    },
  };
}

/** The connections of this process. */
export const keptConnections: KeptConnections = createKeptConnections();

/** Returns connections through the proxy with this URL; without a URL, those of this process. Throws as requireWebhookProxy does. */
export function connectionsThrough(
  proxyUrl: string | undefined,
  options: Omit<KeptConnectionsOptions, 'proxy'> = {},
): KeptConnections {
  if (proxyUrl === undefined) return keptConnections;
  return createKeptConnections({ ...options, proxy: requireWebhookProxy(proxyUrl) });
}

/** Replaces the three methods of an agent that Node documents for this purpose. */
function keepChecked<A extends HttpAgent>(
  agent: A,
  { idle, maxIdle, idle_ms }: { idle: Set<Duplex>; maxIdle: number; idle_ms: number },
): A {
  /** The number of requests of each connection. */
  const uses = new WeakMap<Duplex, number>();
  const base = {
    getName: agent.getName.bind(agent),
    keepSocketAlive: agent.keepSocketAlive.bind(agent),
    reuseSocket: agent.reuseSocket.bind(agent),
  };

  agent.getName = (options: PinnedOptions = {}) => {
    const addresses = (options.addresses ?? []).map(({ address }) => address).toSorted();
    return `${base.getName(options)}:${addresses.join()}:${options.organization_id ?? ''}`;
  };

  agent.keepSocketAlive = (socket: Duplex) => {
    // Node's types lack the result: whether to keep the socket.
    const keep = base.keepSocketAlive(socket) as unknown as boolean;
    if (keep) {
      const used = (uses.get(socket) ?? 0) + 1;
      uses.set(socket, used);
      limitIdleTime(socket, idle_ms * Math.min(used, maxIdleTimes));
      idle.add(socket);
      socket.once('close', forget);
      if (idle.size > maxIdle) idle.values().next().value?.destroy();
    }
    return keep;
  };

  agent.reuseSocket = (socket: Duplex, request: ClientRequest) => {
    idle.delete(socket);
    socket.off('close', forget);
    base.reuseSocket(socket, request);
  };
  return agent;

  function forget(this: Duplex): void {
    idle.delete(this);
  }
}

/** The agent has set a timeout, which may be shorter: the receiver announced it. */
function limitIdleTime(socket: Duplex, ms: number): void {
  if (socket instanceof Socket && (socket.timeout ?? 0) > ms) socket.setTimeout(ms);
}

/** Opens a tunnel for each new connection. The TLS of the receiver runs inside it. */
function throughProxy(agent: HttpsAgent, tunnel: Omit<TunnelOptions, 'addresses' | 'port' | 'signal'>): HttpsAgent {
  const connect = agent.createConnection.bind(agent);

  async function open(options: PinnedOptions, callback: Callback): Promise<void> {
    const { addresses = [], port, deadline: signal = new AbortController().signal } = options;
    try {
      const socket = await openTunnel({ ...tunnel, addresses, port: Number(port), signal });
      callback(null, connect({ ...options, socket } as PinnedOptions) as Duplex);
    } catch (error) {
      callback(error as Error);
    }
  }

  agent.createConnection = (options, callback) => {
    void open(options, callback as Callback);
    return undefined;
  };
  return agent;
}

/**
 * Saves TLS work. All connections share one context, with the certificates that the process trusts. Connections to one host wait
 * while the first of them is in its handshake. Node's agent then resumes its session.
 */
function shareTls(agent: HttpsAgent, session_ms: number): HttpsAgent {
  const base = agent.createConnection.bind(agent);
  let secureContext: SecureContext | undefined;
  const handshakes = new Map<string, Promise<void>>();

  /** Passes the connection to `callback`, also if the agent returns it. */
  function connect(options: PinnedOptions, callback: Callback): void {
    try {
      secureContext ??= createSecureContext();
      const shared = { ...options, secureContext };
      const socket = base(shared, callback);
      if (socket) callback(null, socket);
    } catch (error) {
      callback(error as Error);
    }
  }

  agent.createConnection = (options, given) => {
    // The agent gives the connection to the request, which reports its errors.
    const callback = given as Callback;
    const name = agent.getName(options);
    const earlier = handshakes.get(name);
    if (earlier) void earlier.then(() => connect(options, callback));
    else {
      const { promise, resolve: end } = Promise.withResolvers<void>();
      handshakes.set(name, promise);
      void promise.then(() => handshakes.delete(name));
      connect(options, (error, socket) => {
        if (socket) onHandshake(socket, session_ms, end);
        else end();
        callback(error, socket);
      });
    }
    return undefined;
  };
  return agent;
}

/** Node calls it once. */
type Callback = (error: Error | null, socket?: Duplex) => void;

/** Calls back, maybe several times, when the connection has a session to resume, or will probably get none. */
function onHandshake(socket: Duplex, session_ms: number, ended: () => void): void {
  socket.once('session', ended);
  socket.once('close', ended);
  socket.once('secureConnect', () => setTimeout(ended, session_ms));
}
