/** The admin server of the service under check, and the clock of its sandbox. */
import { Broken, Unchecked } from './verdict.ts';
import { fetchTwice, readText } from './exchange.ts';

/** The operations of the admin contract that a check uses. Each throws Broken if the response is not a success. */
export interface Admin {
  call<T = Readonly<Record<string, unknown>>>(target: string, body?: object): Promise<T>;
  /** The status of the response. */
  statusOf(target: string, body?: object): Promise<number>;
  createOrganization(settings: object): Promise<Organization>;
  createKey(organization: string, key: object): Promise<{ readonly id: string; readonly key: string }>;
}

export interface Organization {
  readonly id: string;
  readonly signing_secret: string;
  readonly rate_limit: number;
  readonly test_allowance: number;
}

/** Talks to an admin server. */
export function openAdmin({
  url,
  token,
  timeout_ms,
}: {
  url: string;
  token?: string | undefined;
  timeout_ms: number;
}): Admin {
  async function send(target: string, body?: object): Promise<Response> {
    const [method = 'GET', path = ''] = target.split(' ');
    try {
      return await fetchTwice(new URL(url.replace(/\/+$/, '') + path), {
        method,
        headers: {
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        timeout_ms,
        text: body && JSON.stringify(body),
      });
    } catch (cause) {
      throw new Unchecked(`the admin server at ${url} does not respond`, { cause });
    }
  }

  const admin: Admin = {
    async call<T>(target: string, body?: object) {
      const response = await send(target, body);
      const text = await readText(response.body);
      if (!response.ok)
        throw new Broken(`the admin server refused ${target} with ${response.status}: ${text.slice(0, 1000)}`);
      // The admin contract defines the form. A check that reads a field compares it.
      return JSON.parse(text) as T;
    },
    async statusOf(target, body) {
      const response = await send(target, body);
      await response.body?.cancel();
      return response.status;
    },
    async createOrganization(settings) {
      const created = await admin.call<{ organization: Organization; signing_secret: string }>(
        'POST /organizations',
        settings,
      );
      return { ...created.organization, signing_secret: created.signing_secret };
    },
    async createKey(organization, key) {
      const path = `POST /organizations/${organization}/keys`;
      const created = await admin.call<{ api_key: { id: string }; key: string }>(path, { name: 'Check', ...key });
      return { id: created.api_key.id, key: created.key };
    },
  };
  return admin;
}

/** The time of the service. */
export interface ServiceClock {
  /** True if time passes without waiting. */
  readonly movable: boolean;
  /** The time of the service, in milliseconds. */
  now(): number;
  /** Lets this time pass: on the sandbox clock at once, else by waiting. Throws Unchecked if that takes longer than allowed. */
  pass(seconds: number): Promise<void>;
}

interface Reading {
  readonly offset_ms?: number;
}

/** Opens the sandbox clock behind an admin server. Without one, time passes as it does. */
export async function openClock(admin: Admin | undefined, maxWait_seconds: number): Promise<ServiceClock> {
  const readable = admin && (await admin.statusOf('GET /sandbox/clock').catch(() => 0)) === 200;
  let offset_ms = readable ? ((await admin.call<Reading>('GET /sandbox/clock')).offset_ms ?? 0) : 0;
  return {
    movable: readable === true,
    now: () => Date.now() + offset_ms,
    async pass(seconds) {
      if (readable) {
        const { offset_ms: moved = 0 } = await admin.call<Reading>('POST /sandbox/clock/advance', {
          ms: Math.ceil(seconds * 1000),
        });
        offset_ms = moved;
      } else if (seconds > maxWait_seconds) {
        throw new Unchecked(`it takes ${seconds} s, and the service has no sandbox clock (--max-wait)`);
      } else await new Promise((done) => setTimeout(done, seconds * 1000));
    },
  };
}
