/** The form of the header traceparent. A later version may have more parts, which are ignored. */
const form = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Returns the value of a traceparent header of W3C Trace Context in the form of version 00, or null if it is missing or not valid. */
export function readTraceparent(header: string | readonly string[] | undefined): string | null {
  if (typeof header !== 'string' || header.length > maxLength) return null;
  const [, version, trace_id, parent_id, flags, more] = form.exec(header) ?? [];
  if (trace_id === undefined || (version === '00' && more !== undefined)) return null;
  return `00-${trace_id}-${parent_id}-${flags}`;
}

/** A header of version 00 has 55 characters. */
const maxLength = 200;
