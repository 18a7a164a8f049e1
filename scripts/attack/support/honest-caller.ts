import { request } from 'node:http';

export interface HonestCalls {
  readonly tried: number;
  /** Not answered with 200 within the patience of a caller, 10 seconds. */
  readonly failed: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

const patience_ms = 10_000;

/** Searches venues `per_second` times a second for `seconds`, each time over a connection of its own. */
export async function callHonestly({
  url,
  key,
  per_second,
  seconds,
}: {
  url: string;
  key: string;
  per_second: number;
  seconds: number;
}): Promise<HonestCalls> {
  const calls: Promise<number | undefined>[] = [];
  for (let sent = 0; sent < per_second * seconds; sent += 1) {
    calls.push(search(url, key));
    await new Promise((next) => setTimeout(next, 1000 / per_second));
  }
  const durations = await Promise.all(calls);
  const answered = durations.filter((duration) => duration !== undefined).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(answered[Math.floor(share * (answered.length - 1))] ?? Number.NaN);
  return {
    tried: durations.length,
    failed: durations.length - answered.length,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
  };
}

/** How long the answer took in milliseconds; undefined where there was none, or another than 200. */
function search(url: string, key: string): Promise<number | undefined> {
  return new Promise((done) => {
    const begun = performance.now();
    const sending = request(`${url}/v1/venues/search`, {
      method: 'POST',
      agent: false,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(patience_ms),
    });
    sending.once('error', () => done(undefined));
    sending.once('response', (response) => {
      response.resume();
      response.once('error', () => done(undefined));
      response.once('end', () => done(response.statusCode === 200 ? performance.now() - begun : undefined));
    });
    sending.end('{"limit":1}');
  });
}
