/**
 * Set up for the server's tests in the run through Prism (npm run test:prism): the calls of their worlds go through its
 * proxy, and one that is answered against the contract throws. What it does not carry goes directly.
 */
import { afterAll } from 'vitest';
import { routeCalls, sendCall } from '@booking-service/server/testing';
import { startPrismProxy, type Exchange } from '../index.ts';
import { notCarried } from './not-carried.ts';

/** How many of a file's calls were `judged`, went through `of no operation`, or `direct: ` and why; and `violations`. */
export type PrismCounts = Readonly<Record<string, number>>;

declare module 'vitest' {
  interface TaskMeta {
    prism?: PrismCounts;
  }
}

const counts: Record<string, number> = {};

routeCalls(async (url) => {
  const proxy = await startPrismProxy({ upstream: url });
  let seen = 0;
  return {
    async send(call) {
      const reason = notCarried.find(({ isSo }) => isSo(call))?.what;
      if (reason !== undefined) {
        count(`direct: ${reason}`);
        return await sendCall(url, call);
      }
      const answer = await sendCall(proxy.url, call);
      const headers = new Headers(answer.headers);
      headers.delete('sl-violations');
      const fresh = proxy.exchanges.slice(seen);
      seen = proxy.exchanges.length;
      const found = fresh.flatMap(judge);
      if (found.length > 0) throw new Error(['Prism finds in an answer:', ...found].join('\n  '));
      return { ...answer, headers };
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
});

// oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern which fixtures are wanted: none.
afterAll(({}, file) => {
  file.meta.prism = counts;
});

/** What it says of the answer. To Prism an undocumented status is only a warning; here no severity is let pass. */
function judge({ method, path, status, routed, violations }: Exchange): string[] {
  count(routed ? 'judged' : 'of no operation');
  return violations
    .filter(({ side }) => side === 'response')
    .map(({ severity, message }) => {
      count('violations');
      return `${method} ${path} ${status}: ${severity}: ${message}`;
    });
}

function count(what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}
