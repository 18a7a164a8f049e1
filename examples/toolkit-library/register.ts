/** Registers the contract, so that handlers, events and refusals have its types. */
import type { contract } from './generated/contract.ts';
import type { EventMap } from './generated/events.ts';
import type { operations } from './generated/library.ts';

declare module '@booking-service/kernel/contract' {
  interface Register {
    contract: typeof contract;
    operations: operations;
    webhookBody: EventMap[keyof EventMap];
    idPrefix: 'loan';
  }
}
