import type { Reply } from '@booking-service/contract';
import { sessionsDisabled } from './sessions-disabled.ts';

/** POST /v1/sessions (END-7). */
export async function createSession(): Promise<Reply<'createSession'>> {
  throw sessionsDisabled();
}
