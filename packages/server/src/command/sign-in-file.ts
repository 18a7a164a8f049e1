/** Reads sign-in.yaml, the list of the issuers at which people sign in to the dashboard. A secret is never in the file itself. */
import { isLoopbackHost } from '@booking-service/kernel/addresses';
import type { SignInIssuer } from '../admin/sign-in/sign-in-issuer.ts';
import type { NamedFile } from './settings/named-file.ts';
import { openCheckedYaml } from './suppliers/checked-yaml.ts';
import { secretSchema, urlSchema } from './suppliers/field-schemas.ts';

const text = (maxLength: number) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description: `a text of 1 to ${maxLength} characters`,
});

const name = {
  type: 'string',
  pattern: '^[a-z0-9-]{1,40}$',
  description: 'a text of 1 to 40 characters of a-z, 0-9 and -',
};

const rule = {
  type: 'object',
  additionalProperties: false,
  required: ['claim', 'value', 'role'],
  description: 'an object with a claim, a value and a role',
  properties: {
    claim: text(200),
    value: text(500),
    role: { enum: ['viewer', 'developer', 'admin', 'operator'], description: 'viewer, developer, admin or operator' },
    organization_id: {
      type: 'string',
      maxLength: 100,
      pattern: '^org_[0-9A-Za-z_]+$',
      description: 'the id of an organization',
    },
  },
};

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['issuers'],
  description: 'a list of issuers below the key issuers',
  properties: {
    issuers: {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      description: 'a list of 1 to 10 issuers',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'title', 'issuer', 'client_id', 'roles'],
        description: 'an object with a name, a title, an issuer, a client_id and roles',
        properties: {
          name,
          title: text(60),
          issuer: urlSchema,
          client_id: text(500),
          client_secret: secretSchema,
          client_auth: { enum: ['basic', 'post'], description: 'basic or post' },
          scopes: {
            type: 'array',
            maxItems: 20,
            description: 'a list of at most 20 scopes',
            items: {
              type: 'string',
              pattern: '^[!#-\\[\\]-~]{1,100}$',
              description: 'a scope of 1 to 100 characters without spaces',
            },
          },
          algorithm: { enum: ['RS256', 'PS256', 'ES256'], description: 'RS256, PS256 or ES256' },
          roles: {
            type: 'array',
            minItems: 1,
            maxItems: 1000,
            description: 'a list of 1 to 1000 rules',
            items: rule,
          },
        },
      },
    },
  },
};

/** Returns the issuers in the order of the file. Throws a StartError with the line of the first fault. */
export function readSignInFile({ file, environment = {}, warn = () => undefined }: NamedFile): SignInIssuer[] {
  const yaml = openCheckedYaml(file, { environment, warn, flag: '--sign-in' });
  yaml.check(yaml.value, schema, []);
  // Matches the schema.
  const { issuers } = yaml.value as { readonly issuers: readonly object[] };
  const read = issuers.map(
    // The reference to a variable has become its value.
    (issuer, index) => yaml.fieldsAt(issuer, ['issuers', index]).fields as unknown as SignInIssuer,
  );
  read.forEach((issuer, index) => {
    const at = ['issuers', index];
    const earlier = read.findIndex((other) => other.name === issuer.name);
    if (earlier !== index) {
      const line = yaml.lineOf(['issuers', earlier]);
      throw yaml.refuse([...at, 'name'], `its name is that of the issuer in line ${line}, too`);
    }
    if (!isSafe(issuer.issuer)) {
      throw yaml.refuse([...at, 'issuer'], 'issuer must be an https URL, or an http URL of this computer');
    }
    issuer.roles.forEach(({ role, organization_id }, position) => {
      if ((role === 'operator') === (organization_id === undefined)) return;
      const fix = role === 'operator' ? 'is for all organizations: remove organization_id' : 'needs an organization_id';
      throw yaml.refuse([...at, 'roles', position], `the role ${role} ${fix}`);
    });
  });
  return read;
}

function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || isLoopbackHost(hostname);
}
