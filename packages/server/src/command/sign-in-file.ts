/**
 * Reads sign-in.yaml: who runs the service, the issuers at which people sign in to the dashboard, and the mail server for links to members.
 * A secret is never in the file itself.
 */
import { adminRoles } from '@booking-service/contract/admin';
import { isLoopbackHost } from '@booking-service/kernel/http';
import type { ServiceOperator } from '../admin/sign-in/issuer-operations.ts';
import type { SignInIssuer } from '../admin/sign-in/issuer.ts';
import type { NoticeMailer, SignInMailer } from '../domain/dashboard-mail.ts';
import { createSmtpDashboardMail } from '../providers/smtp-mail.ts';
import type { NamedFile } from './settings/effective-settings.ts';
import { openCheckedYaml, type CheckedYaml } from './suppliers/checked-yaml.ts';
import { secretSchema, smtpSchema, toSmtpOptions, urlSchema } from './suppliers/integration-type.ts';

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
    role: {
      enum: ['viewer', 'developer', 'admin', 'support', 'operator'],
      description: 'viewer, developer, admin, support or operator',
    },
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
  minProperties: 1,
  description: 'an object with issuers, with mail, or with both',
  properties: {
    service: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      description: 'an object with the name of the service, the contact of those who run it, or both',
      properties: {
        name: text(60),
        contact: {
          type: 'string',
          maxLength: 200,
          pattern: '^(?:[!-?A-~]+@[!-?A-~]+|https://[^\\s]+)$',
          description: 'an email address in ASCII, or the address of an https page',
        },
      },
    },
    mail: {
      type: 'object',
      additionalProperties: false,
      description: 'an object with the host of a mail server and the address from which it sends',
      required: ['type', ...smtpSchema.required],
      properties: { type: { enum: ['smtp'], description: 'smtp' }, ...smtpSchema.properties },
    },
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

/** The ways to sign in besides a link of an operator. */
export interface SignInWays {
  readonly operator: ServiceOperator | undefined;
  /** In the order of the file. */
  readonly issuers: readonly SignInIssuer[];
  /** Undefined without a mail server. */
  readonly mailer: (SignInMailer & NoticeMailer) | undefined;
}

/** Reads the file. Throws a StartError with the line of the first fault. */
export function readSignInFile({ file, environment = {}, warn = () => undefined }: NamedFile): SignInWays {
  const yaml = openCheckedYaml(file, { environment, warn, flag: '--sign-in' });
  yaml.check(yaml.value, schema, []);
  // Matches the schema.
  const {
    service: operator,
    issuers = [],
    mail,
  } = yaml.value as {
    readonly service?: ServiceOperator;
    readonly issuers?: readonly object[];
    readonly mail?: object;
  };
  return { operator, issuers: readIssuers(issuers, yaml), mailer: mail && readMailer(mail, yaml) };
}

function readMailer(mail: object, yaml: CheckedYaml): SignInMailer & NoticeMailer {
  const { fields, refuse } = yaml.fieldsAt(mail, ['mail']);
  try {
    return createSmtpDashboardMail(toSmtpOptions(fields));
  } catch (error) {
    // The message names the fields, and no value.
    throw refuse(error instanceof Error ? error.message : String(error));
  }
}

function readIssuers(issuers: readonly object[], yaml: CheckedYaml): SignInIssuer[] {
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
      const needsOne = adminRoles[role].organization;
      if (needsOne === (organization_id !== undefined)) return;
      const fix = needsOne ? 'needs an organization_id' : 'is for all organizations: remove organization_id';
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
