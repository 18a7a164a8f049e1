/**
 * The schemas of the contract for zod, to check a form or a fixture before it is sent: `CreateBookingSchema.parse(body)`. Like the service,
 * a schema of a request refuses a field that it does not have, and a schema of a response accepts it.
 */
export * from './generated/zod.ts';
