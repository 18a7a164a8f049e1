import { access, limits, sandbox, type Scope } from '@booking-service/contract';
import type { Clock } from '@booking-service/kernel/time';
import { newSigningSecret } from '@booking-service/kernel/contract';
import { fieldsOfKey } from '@booking-service/kernel/store';
import { adminLimits } from '@booking-service/contract/admin';
import type { DeliveryDelays } from '../../domain/booking.ts';
import type { PaidBooking, PaymentReading } from '../../domain/payment.ts';
import type { NewCode } from '../../domain/session.ts';
import type { CallCheck, CardVault, CodeSender, Integrations, PaymentService } from '../integrations.ts';
import type { Provider } from '../provider.ts';
import { createSandboxProvider, findSandboxVenue, type SandboxVenue } from './sandbox-provider.ts';
import { publicKey, Refusal } from '../../domain/contract.ts';
import type { Store } from '../../store/store.ts';
import { wrapProvider } from '../health/provider-health.ts';

/** Everything outside the service that a sandbox simulates. Spread it into the options of createBookingServer. */
export interface SandboxIntegrations extends Integrations {
  readonly suppliers: readonly [{ readonly live: Provider; readonly test: Provider }];
  readonly deliveryDelays: DeliveryDelays;
  /** Returns the same code for every session. */
  readonly newCode: NewCode;
}

/** Creates the integrations of a sandbox, one for each mode. They follow the scripts in openapi/behavior/sandbox.yaml. */
export function createSandboxIntegrations({ clock }: { clock: Pick<Clock, 'now'> }): SandboxIntegrations {
  return {
    suppliers: [{ live: createSandboxProvider({ clock }), test: createSandboxProvider({ clock }) }],
    payments: bothSides(sandboxPayments),
    cards: bothSides(sandboxCards),
    codes: bothSides(sandboxCodes),
    billing: bothSides(sandboxBilling),
    entitlements: bothSides(sandboxEntitlements),
    deliveryDelays: sandboxDeliveryDelays,
    newCode: () => sandbox.code,
  };
}

/** Returns an integration that is the same for both modes, as only a simulated one may be. */
export function bothSides<T>(integration: T): { readonly live: T; readonly test: T } {
  return { live: integration, test: integration };
}

interface SandboxScript {
  readonly name: string;
  readonly billing?: 'refused' | 'unavailable';
  readonly entitlement?: 'refused' | 'unavailable';
}

const organizations: readonly SandboxScript[] = sandbox.organizations;

/** Returns the id of the magic organization with this name. */
function sandboxOrganizationId(name: string): string {
  return `org_sandbox_${name}`;
}

/** The billing check of the sandbox. The contract lists the organizations that it refuses and those that it fails for. */
const sandboxBilling: CallCheck = createCheck('billing');

/** The entitlement check of the sandbox. It follows the same list. */
const sandboxEntitlements: CallCheck = createCheck('entitlement');

function createCheck(field: 'billing' | 'entitlement'): CallCheck {
  const verdicts = new Map(organizations.map((script) => [sandboxOrganizationId(script.name), script[field]]));
  return {
    async check({ organization_id }) {
      const verdict = verdicts.get(organization_id);
      if (verdict === 'unavailable') throw new Error(`The ${field} check of ${organization_id} is unavailable.`);
      return verdict ?? 'allowed';
    },
  };
}

/**
 * The delivery delays of the sandbox. One venue sends every webhook twice, and another sends `booking.created` after the later
 * events.
 */
export const sandboxDeliveryDelays: DeliveryDelays = (type, { venue_id }) => {
  const fault = findSandboxVenue(venue_id)?.fault;
  if (fault === 'webhook_twice') return [0, 0];
  return [fault === 'webhook_late' && type === 'booking.created' ? sandbox.webhook_late_seconds : 0];
};

/** The code sender of the sandbox. It sends nothing: every code is the one of the contract. */
export const sandboxCodes: CodeSender = { send: async () => 'sent' };

/** The card vault of the sandbox. Everybody has a card. That of the dropped destination is no longer linked. */
export const sandboxCards: CardVault = {
  findCard: async ({ destination }) => (destination === sandbox.dropped_destination ? 'dropped' : 'linked'),
  async readCard(card_reference) {
    if (card_reference === 'dropped') throw new Refusal('reconnect_required');
    return { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 };
  },
};

/**
 * The payment service of the sandbox. The script of the venue in the contract determines every outcome. It keeps no state: the
 * booking has the last reading, and a continue counts as the approval of the payment.
 */
export const sandboxPayments: PaymentService = {
  async open({ booking_id, request }) {
    const code = findSandboxVenue(request.venue_id)?.payment_refusal;
    if (code) throw new Refusal(code);
    return { url: sandbox.payment_url + booking_id, reference: `pay_${booking_id.slice(4)}` };
  },
  read: async ({ booking }) => readPayment(booking),
  async capture({ booking }) {
    const reading = readPayment(booking);
    if (reading.status !== 'authorized') return reading;
    const error_code = findSandboxVenue(booking.venue_id)?.payment_error;
    return error_code ? { status: 'voided', error_code } : { status: 'captured', amount_refunded: 0 };
  },
  async void({ booking }) {
    const reading = readPayment(booking);
    return reading.status === 'captured' ? reading : { status: 'voided', error_code: 'payment_approval_expired' };
  },
  refund: async ({ amount_refunded }) => ({ status: 'captured', amount_refunded }),
};

function readPayment({ id, status, venue_id, created, updated, payment }: PaidBooking): PaymentReading {
  if (payment.status === 'captured' || payment.status === 'refunded') {
    return { status: 'captured', amount_refunded: payment.amount_refunded };
  }
  if (payment.status !== 'requires_approval') return { status: 'authorized' };
  const { approval_seconds = 0, payment_error }: Partial<SandboxVenue> = findSandboxVenue(venue_id) ?? {};
  // The last change of a booking in processing is the continue.
  const isApproved = status === 'processing' && Date.parse(updated) >= Date.parse(created) + approval_seconds * 1000;
  if (!isApproved) return { status: 'requires_approval', url: sandbox.payment_url + id };
  if (payment_error === 'payment_outcome_unknown') return { status: 'unknown' };
  // The card is declined when the payment is captured.
  if (payment_error === undefined || payment_error === 'card_declined') return { status: 'authorized' };
  return { status: 'voided', error_code: payment_error };
}

interface Script {
  readonly name: string;
  readonly suspended?: boolean;
  readonly rate_limit?: number;
  readonly test_allowance?: number;
  readonly scopes?: readonly Scope[];
}

const scripts: readonly Script[] = sandbox.organizations;
// The contract's scopes are an object with these keys.
const allScopes = Object.keys(access.scopes) as Scope[];

/** Creates the magic organizations of openapi/behavior/sandbox.yaml that do not exist yet. */
export async function openMagicOrganizations(store: Store, now: Date): Promise<void> {
  const created = now.toISOString();
  for (const { name, suspended, scopes = allScopes, ...own } of scripts) {
    const id = sandboxOrganizationId(name);
    if (!(await store.findListedOrganization(id))) {
      const organization = {
        id,
        name: `Sandbox ${name}`,
        created,
        webhook_url: null,
        signing_secret: newSigningSecret(),
        rate_limit: own.rate_limit ?? limits.default_limit,
        test_allowance: own.test_allowance ?? limits.default_test_allowance,
      };
      const keys = (['test', 'live'] as const).map((mode) => {
        const key = publicKey(mode, name);
        const shown = { id: `key_${mode}_${id}`, organization_id: id, name: key, mode, scopes, created };
        return { ...shown, ...fieldsOfKey(key) };
      });
      await store.createOrganization(organization, keys);
    }
    if (suspended) await store.setStanding(id, 'suspended');
  }
}

/** The behaviour of a simulated system. `failing` responds with an error; `unavailable` does not respond. */
export interface SandboxFault {
  readonly behavior: 'normal' | 'slow' | 'failing' | 'unavailable';
  /** The delay of `slow`. Default: 5, as adminLimits states. */
  readonly delay_seconds?: number;
}

/** The faults of a sandbox, which the admin server changes while it runs. */
interface SandboxFaults {
  /** The simulated provider, and the built-in webhook receiver. */
  readonly current: { readonly provider: SandboxFault; readonly endpoint: SandboxFault };
  /** Replaces the faults that are given. */
  set(faults: { readonly provider?: SandboxFault | undefined; readonly endpoint?: SandboxFault | undefined }): void;
}

const normal = { behavior: 'normal' } as const;
const defaultDelay_seconds: number = adminLimits.fault_delay_seconds;

/** Returns faults that are all normal. */
export function createSandboxFaults(): SandboxFaults {
  let current: SandboxFaults['current'] = { provider: normal, endpoint: normal };
  return {
    get current() {
      return current;
    },
    set({ provider = current.provider, endpoint = current.endpoint }) {
      current = { provider, endpoint };
    },
  };
}

/**
 * Applies a fault to a call. Returns when the system should respond: at once, or after its delay. Throws if it fails. If it is
 * unavailable the promise never settles: the timeout of the caller ends the call.
 */
export function applyFault(
  { behavior, delay_seconds = defaultDelay_seconds }: SandboxFault,
  clock: Pick<Clock, 'after'>,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (behavior === 'normal') resolve();
  if (behavior === 'slow') clock.after(delay_seconds * 1000, resolve);
  if (behavior === 'failing') reject(new Error('The simulated system responded with 500, as its fault says.'));
  return promise;
}

interface Sides {
  readonly live: Provider;
  readonly test: Provider;
}

interface FaultOptions {
  readonly faults: Pick<SandboxFaults, 'current'>;
  readonly clock: Pick<Clock, 'after'>;
}

/** Returns the suppliers of a sandbox with its fault, which is read at each call. */
export function withFaults(suppliers: readonly Sides[], { faults, clock }: FaultOptions): readonly Sides[] {
  const withFault = (provider: Provider): Provider =>
    wrapProvider(provider, async ({ begin }) => {
      await applyFault(faults.current.provider, clock);
      return begin();
    });
  return suppliers.map(({ live, test }) => ({ live: withFault(live), test: withFault(test) }));
}
