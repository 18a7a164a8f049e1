/**
 * The vitest setup file of `npm run verify -- prism`. It sends the requests of every world, to the service and to its admin
 * server, through Prism's proxy, and throws if
 * a response violates the contract. Requests that match a bypass go directly to the service.
 */
import { afterAll } from 'vitest';
import { routeCalls, sendCall } from '@booking-service/server/testing';
import { closedAdminContract, type Exchange, startPrismProxy } from '../index.ts';
import { bypasses } from './bypasses.ts';

/** Counts of one test file: `judged`, `of no operation`, `direct: ` with the name of the bypass, and `violations`. */
export type PrismCounts = Readonly<Record<string, number>>;

declare module 'vitest' {
  interface TaskMeta {
    prism?: PrismCounts;
  }
}

const counts: Record<string, number> = {};

routeCalls(async (url, contract) => {
  const document = contract === 'admin' ? { document: closedAdminContract } : {};
  const proxy = await startPrismProxy({ upstream: url, ...document });
  let seen = 0;
  return {
    async send(call) {
      const reason = bypasses.find(({ matches }) => matches(call))?.name;
      if (reason !== undefined) {
        count(`direct: ${reason}`);
        return await sendCall(url, call);
      }
      const response = await sendCall(proxy.url, call);
      const headers = new Headers(response.headers);
      headers.delete('sl-violations');
      const fresh = proxy.exchanges.slice(seen);
      seen = proxy.exchanges.length;
      const findings = fresh.flatMap(judge);
      if (findings.length > 0) throw new Error(['Prism found violations in a response:', ...findings].join('\n  '));
      return { ...response, headers };
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
});

// oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures from this pattern; this hook uses none.
afterAll(({}, file) => {
  file.meta.prism = counts;
});

/** Returns every finding about the response, of any severity: Prism reports an undocumented status as a warning. */
function judge({ method, path, status, routed, violations }: Exchange): string[] {
  count(routed ? 'judged' : 'of no operation');
  return violations
    .filter(({ side }) => side === 'response')
    .map(({ severity, message }) => {
      count('violations');
      return `${method} ${path} ${status}: ${severity}: ${message}`;
    });
}

function count(name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
