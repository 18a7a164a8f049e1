import { randomUUID } from 'node:crypto';

/** Makes a new identifier: the prefix, an underscore and 32 lowercase hex digits. */
export type NewId = (prefix: 'bkg' | 'evt' | 'dlv' | 'req' | 'org' | 'key' | 'lease') => string;

/** Identifiers from the operating system's randomness (122 bits). */
export const randomId: NewId = (prefix) => `${prefix}_${randomUUID().replaceAll('-', '')}`;
