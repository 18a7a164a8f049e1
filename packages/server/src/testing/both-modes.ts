import type { CallCheck, CardService, Integrations, Provider } from '../index.ts';
import { bothSides } from '../providers/sandbox/sandbox-integrations.ts';

/** Integrations that serve both modes, as most tests use them. */
export interface BothModes {
  readonly providers?: readonly Provider[] | undefined;
  readonly cardService?: CardService | undefined;
  readonly billing?: CallCheck | undefined;
  readonly entitlements?: CallCheck | undefined;
}

/** Returns the integrations with the same port on both sides. */
export function bothModes({ providers, cardService, billing, entitlements }: BothModes): Partial<Integrations> {
  return {
    ...(providers && { suppliers: providers.map(bothSides) }),
    ...(cardService && { cardService: bothSides(cardService) }),
    ...(billing && { billing: bothSides(billing) }),
    ...(entitlements && { entitlements: bothSides(entitlements) }),
  };
}
