/**
 * Connections to receivers that stay open for the next webhook, so that it needs no new TCP and TLS handshake.
 *  - A connection belongs to one protocol, host, port and set of checked addresses. A request that resolved its host to other
 *    addresses uses another connection.
 *  - A connection in use is not limited here: the worker limits its attempts. An idle one is closed after idle_ms, or 1 s before
 *    the time that the receiver announced in a Keep-Alive header. Servers commonly keep a connection for 5 s or longer.
 *  - At most maxIdlePerHost connections of a host are idle; another one is closed after its response. At most maxIdle are idle in
 *    all; then the one that was idle for longest is closed.
 *  - While the first connection to a host is in its TLS handshake, further ones wait for it, and then resume its session. A resumed
 *    handshake costs a fraction of a full one.
 *  - Node closes an idle connection on which the receiver sends anything, so that no byte of it is taken for the next response.
 * An idle connection does not keep the process alive.
 */
import { Agent as HttpAgent, type AgentOptions, type ClientRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Address } from '../domain/check-address.ts';

export interface KeptConnectionsOptions {
  readonly idle_ms?: number;
  /** How many connections may be idle. */
  readonly maxIdle?: number;
}

/** Request options with the addresses that were checked for this request. */
export interface PinnedOptions extends RequestOptions {
  readonly addresses?: readonly Address[];
}

export type KeptConnections = Readonly<Record<'http:' | 'https:', HttpAgent>>;

/** As many as a quick lane of the worker uses at once. */
const maxIdlePerHost = 40;
const maxSessions = 2_000;
/** A server that supports sessions sends one directly after the handshake. */
const sessionPatience_ms = 100;

export function createKeptConnections({
  idle_ms = 4_000,
  maxIdle = 500,
}: KeptConnectionsOptions = {}): KeptConnections {
  /** In the order in which they became idle. */
  const idle = new Set<Duplex>();
  const options: AgentOptions = {
    keepAlive: true,
    timeout: idle_ms,
    maxFreeSockets: maxIdlePerHost,
    agentKeepAliveTimeoutBuffer: 1_000,
  };
  return {
    'http:': keepChecked(new HttpAgent(options), { idle, maxIdle }),
    'https:': shareTls(keepChecked(new HttpsAgent({ ...options, maxCachedSessions: maxSessions }), { idle, maxIdle })),
  };
}

/** The connections of this process. */
export const keptConnections: KeptConnections = createKeptConnections();

/** Replaces the three methods of an agent that Node documents for this purpose. */
function keepChecked(agent: HttpAgent, { idle, maxIdle }: { idle: Set<Duplex>; maxIdle: number }): HttpAgent {
  const base = {
    getName: agent.getName.bind(agent),
    keepSocketAlive: agent.keepSocketAlive.bind(agent),
    reuseSocket: agent.reuseSocket.bind(agent),
  };

  agent.getName = (options: PinnedOptions = {}) => {
    const addresses = (options.addresses ?? []).map(({ address }) => address).toSorted();
    return `${base.getName(options)}:${addresses.join()}`;
  };

  agent.keepSocketAlive = (socket: Duplex) => {
    // Node's types lack the result: whether to keep the socket.
    const keep = base.keepSocketAlive(socket) as unknown as boolean;
    if (keep) {
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

/**
 * Saves TLS work. All connections share one context, with the certificates that the process trusts. Connections to one host wait
 * while the first of them is in its handshake. Node's agent then resumes its session.
 */
function shareTls(agent: HttpAgent): HttpAgent {
  const base = agent.createConnection.bind(agent);
  let secureContext: SecureContext | undefined;
  const createConnection: typeof base = (options, callback) => {
    secureContext ??= createSecureContext();
    const shared = { ...options, secureContext };
    return base(shared, callback);
  };
  const handshakes = new Map<string, Promise<void>>();

  agent.createConnection = (options, callback) => {
    const name = agent.getName(options);
    const handshake = handshakes.get(name);
    if (handshake) {
      // The agent gives the connection to the request, which reports its errors.
      void handshake.then(() => callback?.(null, createConnection(options) as Duplex));
      return undefined;
    }
    const socket = createConnection(options, callback);
    if (socket) {
      const ended = endOfHandshake(socket);
      handshakes.set(name, ended);
      void ended.then(() => handshakes.delete(name));
    }
    return socket;
  };
  return agent;
}

/** Resolves when the connection has a session to resume, or will probably get none. */
function endOfHandshake(socket: Duplex): Promise<void> {
  return new Promise((ended) => {
    socket.once('session', () => ended());
    socket.once('close', () => ended());
    socket.once('secureConnect', () => setTimeout(ended, sessionPatience_ms));
  });
}
