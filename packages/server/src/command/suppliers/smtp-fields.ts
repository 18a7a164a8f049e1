/** The fields of a mail server, in providers.yaml and in sign-in.yaml. */
import type { SmtpOptions } from '../../providers/codes/smtp-mail.ts';
import { secretSchema, timeoutSchema } from './field-schemas.ts';
import type { FieldsSchema } from './integration-type.ts';

export const smtpSchema: FieldsSchema = {
  required: ['host', 'from'],
  properties: {
    host: {
      type: 'string',
      maxLength: 253,
      // An address of IPv6 has two colons.
      pattern: '^(?:[A-Za-z0-9.-]+|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)$',
      description: 'a host name or an address, without a port',
    },
    port: { type: 'integer', minimum: 1, maximum: 65_535, description: 'a whole number from 1 to 65535' },
    tls: { enum: ['starttls', 'implicit', 'none'], description: 'starttls, implicit or none' },
    user: { type: 'string', minLength: 1, maxLength: 320, description: 'a text of 1 to 320 characters' },
    password: secretSchema,
    from: {
      type: 'string',
      maxLength: 320,
      pattern: String.raw`^[^\s@<>(),;:"\\\u0080-\uffff]+@[A-Za-z0-9.-]+$`,
      description:
        'an email address in ASCII without a name; an internationalized domain has its ASCII form there, xn--…',
    },
    timeout_seconds: timeoutSchema(),
  },
};

/** Returns the fields, which match the schema. */
export function toSmtpOptions(fields: Readonly<Record<string, unknown>>): SmtpOptions {
  // The schema has checked the fields.
  const { host, port, tls, user, password, from, timeout_seconds } = fields as unknown as SmtpOptions;
  return { host, port, tls, user, password, from, timeout_seconds };
}
