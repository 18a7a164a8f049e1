import type { DeliveryDelays } from '../domain/booking-events.ts';
import type { CallCheck } from '../providers/billing.ts';
import type { CardService } from '../providers/card-service.ts';
import type { Provider } from '../providers/provider.ts';
import type { Clock } from '../time/clock.ts';
import { sandboxCardService } from './sandbox-card-service.ts';
import { sandboxBilling, sandboxEntitlements } from './sandbox-checks.ts';
import { sandboxDeliveryDelays } from './sandbox-delivery-delays.ts';
import { createSandboxProvider } from './sandbox-provider.ts';

/** Everything outside the service that a sandbox simulates. Spread it into the options of createBookingServer. */
export interface SandboxIntegrations {
  readonly providers: readonly [Provider];
  readonly cardService: CardService;
  readonly billing: CallCheck;
  readonly entitlements: CallCheck;
  readonly deliveryDelays: DeliveryDelays;
}

/** Creates the integrations of a sandbox. They follow the scripts in openapi/behavior/sandbox.yaml. */
export function createSandboxIntegrations({ clock }: { clock: Pick<Clock, 'now'> }): SandboxIntegrations {
  return {
    providers: [createSandboxProvider({ clock })],
    cardService: sandboxCardService,
    billing: sandboxBilling,
    entitlements: sandboxEntitlements,
    deliveryDelays: sandboxDeliveryDelays,
  };
}
