/**
 * The types of the service that uses the kernel. A service declares them once, and the kernel's types follow:
 *
 * ```ts
 * declare module '@booking-service/kernel/contract' {
 *   interface Register {
 *     idPrefix: 'lon';
 *     webhookBody: LoanEvent;
 *   }
 * }
 * ```
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging needs an interface
export interface Register {}

/** The body of a webhook. Unknown to a program that registers none. */
export type WebhookBody = Register extends { webhookBody: infer Body } ? Body : unknown;
