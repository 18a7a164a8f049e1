/**
 * A cookie of the dashboard. A browser sends a `__Host-` cookie only to the host that set it, and only over https or to this computer.
 * Cookies do not depend on the port, so the name contains it: two sandboxes on one computer have a cookie each.
 */
export interface HostCookie {
  /** Returns the value of the cookie in a Cookie header; undefined without one. */
  read(header: string | undefined): string | undefined;
  /** Returns the Set-Cookie header that sets the value. */
  set(value: string): string;
  /** The Set-Cookie header that removes the cookie. */
  readonly clear: string;
}

const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** Creates the cookie of a dashboard with this origin. A browser keeps it for so many seconds. */
export function createHostCookie(
  origin: string,
  { name: suffix, seconds }: { readonly name: string; readonly seconds: number },
): HostCookie {
  const { port } = new URL(origin);
  const name = port === '' ? `__Host-${suffix}` : `__Host-${suffix}-${port}`;
  return {
    read(header = '') {
      const found = header.split(';').find((pair) => pair.trimStart().startsWith(`${name}=`));
      return found?.trim().slice(name.length + 1);
    },
    set: (value) => `${name}=${value}; Max-Age=${seconds}; ${attributes}`,
    clear: `${name}=; Max-Age=0; ${attributes}`,
  };
}
