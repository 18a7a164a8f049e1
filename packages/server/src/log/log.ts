import type { Logger } from 'pino';
import { createLog as createServiceLog, type LogOptions as ServiceLogOptions } from '@booking-service/kernel';
import { personalFields } from '../domain/personal-data.ts';

export type LogOptions = Omit<ServiceLogOptions, 'personal'>;

/**
 * Creates the log of the process: one JSON object per line, with an ISO time and the name of the level. Masking applies to the
 * finished line, so no caller can bypass it. It masks known fields by name and every text that looks like a secret.
 */
export function createLog(options: LogOptions = {}): Logger {
  return createServiceLog({ ...options, personal: personalFields });
}
