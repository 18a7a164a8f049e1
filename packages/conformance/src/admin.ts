import { Broken, Unchecked } from './verdict.ts';
import { fetchTwice } from './exchange.ts';
import { readText } from './read-text.ts';

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
