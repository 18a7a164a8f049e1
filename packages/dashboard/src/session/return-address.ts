const key = 'return-address';

/** Keeps the address of this page in its tab while the person is at an issuer. */
export function keepReturnAddress(): void {
  const { pathname, search } = location;
  if (!pathname.startsWith('/sign-in')) sessionStorage.setItem(key, pathname + search);
}

/** Returns the kept address once; `/` without one. It is always a path of the dashboard. */
export function takeReturnAddress(): string {
  const kept = sessionStorage.getItem(key) ?? '/';
  sessionStorage.removeItem(key);
  // Two slashes would begin with the name of another host.
  return /^\/(?![/\\])/.test(kept) ? kept : '/';
}
