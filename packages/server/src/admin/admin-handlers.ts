import type { AdminOperations, adminRoutes } from '@booking-service/contract/admin';
import type { AdminCaller } from './admin-caller.ts';

/** The implementations of admin operations. One that is for anyone receives no caller. */
export type AdminHandlers = {
  readonly [K in keyof typeof adminRoutes]: (typeof adminRoutes)[K]['role'] extends 'anyone'
    ? AdminOperations[K]
    : AdminOperations<[AdminCaller]>[K];
};
