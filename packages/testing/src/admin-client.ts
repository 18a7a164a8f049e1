import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '@booking-service/contract/admin';

/** Calls the admin server of a sandbox. */
export type AdminClient = Client<paths>;

/**
 * Each request has a connection of its own. A test runner can block the process for longer than a server keeps a connection, and a
 * request on a connection that was closed meanwhile would fail.
 */
export const ownConnection: Readonly<Record<string, string>> = { Connection: 'close' };

export function createAdminClient(adminUrl: string): AdminClient {
  return createClient<paths>({ baseUrl: adminUrl, headers: ownConnection });
}

/** Returns the body of a response. Throws an error with the refusal if there is none. */
export async function bodyOf<Body>(
  call: Promise<{ readonly data?: Body; readonly error?: unknown; readonly response: Response }>,
): Promise<Body> {
  const { data, error, response } = await call;
  if (data === undefined) throw new Error(`${response.url} responded ${response.status}: ${JSON.stringify(error)}`);
  return data;
}
