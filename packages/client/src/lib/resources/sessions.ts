import type { Call } from './call.ts';
import type { Caller } from './caller.ts';
import type { CallError } from '../errors.ts';
import type { CallOptions } from '../options.ts';
import type { Card, CreateSession, Session, VerifySession } from './resources.ts';

/** Verification sessions and their cards. They require a live key (AUT-9). */
export interface Sessions {
  /** Starts a session and sends a six-digit code to its destination. It lasts ten minutes and five codes. */
  create(session: CreateSession, options?: CallOptions): Call<Session, CallError<'createSession'>>;
  /** Verifies a session with the code. A wrong one is `invalid_code` and uses one of its attempts. */
  verify(id: string, code: VerifySession, options?: CallOptions): Call<Session, CallError<'verifySession'>>;
  /** Reads the card of a verified session. */
  getCard(id: string, options?: CallOptions): Call<Card, CallError<'getSessionCard'>>;
  /** Reads the card of the organization's latest verified session. */
  getLatestCard(options?: CallOptions): Call<Card, CallError<'getCard'>>;
}

export function createSessions(call: Caller): Sessions {
  return {
    create: (body, options) => call('createSession', options, body),
    verify: (id, body, options) => call('verifySession', options, body, id),
    getCard: (id, options) => call('getSessionCard', options, undefined, id),
    getLatestCard: (options) => call('getCard', options),
  };
}
