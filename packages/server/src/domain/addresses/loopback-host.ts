/** Returns whether a host of a URL or of a Host header, in lower case and without its port, is a name of this computer. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);
}
