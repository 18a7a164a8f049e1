import { access, type Scope } from '@booking-service/contract';

/** What each scope allows, as the contract describes it. */
export const scopeMeanings: Readonly<Record<Scope, string>> = access.scopes;

// The contract's scopes are an object with these keys.
export const scopeNames = Object.keys(scopeMeanings) as readonly Scope[];
