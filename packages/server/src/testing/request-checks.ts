/**
 * Checks the requests that the service makes to suppliers, card services and webhook endpoints in tests against the contract of the
 * receiver. A server of a test checks what it receives. A world also checks each call of its ports: it writes the request that a
 * system behind HTTP would get.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { delivery } from '@booking-service/contract';
import { cardServiceRoutes } from '@booking-service/contract/card-service';
import { providerRoutes } from '@booking-service/contract/provider';
import { openWebhookEndpoint as openUncheckedEndpoint, type WebhookEndpoint } from '@booking-service/kernel/testing';
import type { Integrations } from '../providers/integrations.ts';
import { cardsOf, paymentsOf } from '../providers/http/card-service.ts';
import { providerOf } from '../providers/http/http-provider.ts';
import { type CalledContract, createWireValidator, type SentRequest, type WireValidator } from './wire-validator.ts';

/** A request that a server of a test received. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Collects the violations of a test. */
export interface RequestChecks {
  /** Returns whether the request matches the contract. */
  check(contract: CalledContract, request: ReceivedRequest): boolean;
  /** Returns the integrations with the same ports, whose calls are checked. */
  watch(integrations: Integrations): Integrations;
  /** Throws an error that lists every violation so far. */
  report(): void;
}

const routes: Readonly<Record<CalledContract, Readonly<Record<string, { readonly path: string }>>>> = {
  provider: providerRoutes,
  'card-service': cardServiceRoutes,
};

/**
 * Creates the checks. `isProbed`: the command that checks the other side sends requests that must be refused, without a signature or
 * with a body that does not name the operation of the path. They are not violations. Default: false.
 */
export function createRequestChecks({ isProbed = false }: { readonly isProbed?: boolean } = {}): RequestChecks {
  const wire = createWireValidator();
  const found: string[] = [];

  function check(contract: CalledContract, request: SentRequest): boolean {
    try {
      wire.checkRequest(contract, request);
      return true;
    } catch (fault) {
      found.push(String(fault));
      return false;
    }
  }

  /** Calls of a contract that check the body, and send nothing. */
  const unsent = (contract: CalledContract) => ({
    async call(operation: string, body: object): Promise<never> {
      check(contract, { path: routes[contract][operation]?.path ?? operation, text: JSON.stringify(body) });
      throw new NotSent();
    },
  });
  const writers = {
    provider: providerOf(unsent('provider'), { name: 'checked', venue_prefix: '', takes_parties: true }),
    payments: paymentsOf(unsent('card-service')),
    cards: cardsOf(unsent('card-service')),
  };

  /** Returns the port. Before each of its calls, `writer` writes the request. */
  function watchPort<T extends object>(port: T, writer: object): T {
    return new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        const write: unknown = Reflect.get(writer, name);
        if (typeof value !== 'function' || typeof write !== 'function' || name === 'handlesVenue') return value;
        return (...args: unknown[]): unknown => {
          const written = (async () => Reflect.apply(write, writer, args) as unknown)();
          written.catch((error: unknown) => {
            // A call that cannot be written as a request of the contract is a violation, too.
            if (!(error instanceof NotSent)) found.push(`${String(name)}: ${String(error)}`);
          });
          return Reflect.apply(value, target, args);
        };
      },
    });
  }

  function watchSides<T extends object>(sides: T, writer: object): T {
    const watched = Object.entries(sides).map(([side, port]: [string, unknown]) => {
      return [side, typeof port === 'object' && port !== null ? watchPort(port, writer) : port];
    });
    // Each side has the type that it had.
    return Object.fromEntries(watched) as T;
  }

  return {
    check(contract, { path, headers, text }) {
      const isProbe =
        headers[signatureHeader] === undefined || !text.startsWith(`{"operation":"${operationAt(contract, path)}"`);
      if (isProbed && isProbe) return true;
      // The fields of one value each. The contract documents no other header.
      return check(contract, { path, headers: new Headers(headers as Record<string, string>), text });
    },
    watch: ({ suppliers, payments, cards, ...others }) => ({
      ...others,
      suppliers: suppliers.map((supplier) => watchSides(supplier, writers.provider)),
      ...(payments && { payments: watchSides(payments, writers.payments) }),
      ...(cards && { cards: watchSides(cards, writers.cards) }),
    }),
    report() {
      if (found.length > 0) throw new Error(found.join('\n'));
    },
  };
}

const signatureHeader = delivery.signature.header.toLowerCase();

function operationAt(contract: CalledContract, path: string): string | undefined {
  return Object.entries(routes[contract]).find(([, route]) => route.path === path)?.[0];
}

class NotSent extends Error {}

/** Opens a webhook endpoint. Its disposal rejects if a webhook did not match the contract. */
export function openWebhookEndpoint(
  validator: Pick<WireValidator, 'checkWebhook'> = createWireValidator(),
): Promise<WebhookEndpoint> {
  return openUncheckedEndpoint({ check: (webhook) => validator.checkWebhook(webhook) });
}
