import type { LinkHolder } from '../dashboard/create-link.ts';
import type { RoleRule } from './sign-in-issuer.ts';

/** The claims of a person. */
export type Claims = Readonly<Record<string, unknown>>;

/** Returns the role and the organization of the first rule that the claims fulfill, and the name of the person; undefined without such a rule. */
export function findHolder(claims: Claims, rules: readonly RoleRule[]): LinkHolder | undefined {
  const own = trusted(claims);
  const rule = rules.find(({ claim, value }) => hasValue(own, claim, value));
  return rule && { role: rule.role, organization_id: rule.organization_id ?? null, name: findName(own) };
}

/** Removes an email that the issuer has not verified: a person may have typed in that of another one. */
function trusted({ email, ...others }: Claims): Claims {
  return others['email_verified'] === true ? { ...others, email } : others;
}

function hasValue(claims: Claims, claim: string, value: string): boolean {
  const found = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  return found === value || (Array.isArray(found) && found.includes(value));
}

const longestName = 100;

/** Returns the name of the person in the form of the contract; null if the issuer gives none. */
function findName(claims: Claims): string | null {
  for (const claim of ['name', 'preferred_username', 'email', 'sub']) {
    const text = claims[claim];
    if (typeof text !== 'string') continue;
    const line = text
      .toWellFormed()
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim();
    const name = line.slice(0, longestName).toWellFormed().trim();
    if (name !== '') return name;
  }
  return null;
}
