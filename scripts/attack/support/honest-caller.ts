import { request } from 'node:http';

export interface HonestRequests {
  readonly tried: number;
  /** Requests without a 200 within 10 seconds. */
  readonly failed: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

const timeout_ms = 10_000;

/** Searches venues `per_second` times a second for `seconds`, each time over a new connection. */
export async function sendHonestRequests({
  url,
  key,
  per_second,
  seconds,
}: {
  url: string;
  key: string;
  per_second: number;
  seconds: number;
}): Promise<HonestRequests> {
  const requests: Promise<number | undefined>[] = [];
  for (let sent = 0; sent < per_second * seconds; sent += 1) {
    requests.push(search(url, key));
    await new Promise((next) => setTimeout(next, 1000 / per_second));
  }
  const durations = await Promise.all(requests);
  const successful = durations.filter((duration) => duration !== undefined).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(successful[Math.floor(share * (successful.length - 1))] ?? Number.NaN);
  return {
    tried: durations.length,
    failed: durations.length - successful.length,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
  };
}

/** The duration of a search in milliseconds; undefined if it got no 200. */
function search(url: string, key: string): Promise<number | undefined> {
  return new Promise((done) => {
    const begun = performance.now();
    const sending = request(`${url}/v1/venues/search`, {
      method: 'POST',
      agent: false,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(timeout_ms),
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
