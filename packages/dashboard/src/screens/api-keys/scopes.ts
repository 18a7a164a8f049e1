import { access, type Scope } from '@booking-service/contract';

/** The description of each scope in the contract. */
export const scopeMeanings: Readonly<Record<Scope, string>> = access.scopes;

// The contract's scopes are an object with these keys.
export const scopeNames = Object.keys(scopeMeanings) as readonly Scope[];
