import type { DeliveryDelays } from '../../domain/booking-events.ts';
import type { Integrations } from '../integrations.ts';
import type { Provider } from '../provider.ts';
import type { Clock } from '../../time/clock.ts';
import { bothSides } from './both-sides.ts';
import { sandboxCardService } from './sandbox-card-service.ts';
import { sandboxBilling, sandboxEntitlements } from './sandbox-checks.ts';
import { sandboxDeliveryDelays } from './sandbox-delivery-delays.ts';
import { createSandboxProvider } from './sandbox-provider.ts';

/** Everything outside the service that a sandbox simulates. Spread it into the options of createBookingServer. */
export interface SandboxIntegrations extends Integrations {
  readonly suppliers: readonly [{ readonly live: Provider; readonly test: Provider }];
  readonly deliveryDelays: DeliveryDelays;
}

/** Creates the integrations of a sandbox, one for each mode. They follow the scripts in openapi/behavior/sandbox.yaml. */
export function createSandboxIntegrations({ clock }: { clock: Pick<Clock, 'now'> }): SandboxIntegrations {
  return {
    suppliers: [{ live: createSandboxProvider({ clock }), test: createSandboxProvider({ clock }) }],
    cardService: bothSides(sandboxCardService),
    billing: bothSides(sandboxBilling),
    entitlements: bothSides(sandboxEntitlements),
    deliveryDelays: sandboxDeliveryDelays,
  };
}
