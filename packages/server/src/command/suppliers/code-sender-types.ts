import type { Clock } from '@booking-service/kernel/time/clock';
import { createHttpCodes } from '../../providers/codes/http-codes.ts';
import { createSmtpCodes, type SmtpTls } from '../../providers/codes/smtp-codes.ts';
import type { Channel, CodeSender } from '../../providers/integrations.ts';
import { httpSchema, secretSchema, timeoutSchema, toHttpFields } from './field-schemas.ts';
import type { IntegrationType } from './integration-type.ts';

/** A `type` of a code sender in providers.yaml. */
export interface CodeSenderType extends IntegrationType<{ readonly clock: Clock }, CodeSender> {
  readonly channels: readonly Channel[];
}

/** `type: smtp`: a mail server. */
const smtp: CodeSenderType = {
  channels: ['email'],
  schema: {
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
        pattern: String.raw`^[^\s@<>(),;:"\\]+@[A-Za-z0-9.-]+$`,
        description: 'an email address without a name',
      },
      timeout_seconds: timeoutSchema(),
    },
  },
  create(fields) {
    // The schema has checked the fields.
    const given = fields as { host: string; port?: number; tls?: SmtpTls; from: string } & Record<
      'user' | 'password',
      string | undefined
    > & { timeout_seconds?: number };
    const { host, port, tls, user, password, from, timeout_seconds: seconds } = given;
    return createSmtpCodes({ host, port, tls, user, password, from, timeout_seconds: seconds });
  },
};

/** `type: http`: a program of the operator, such as one before an SMS gateway. */
const http: CodeSenderType = {
  channels: ['email', 'sms'],
  schema: httpSchema,
  create: (fields, { clock }) => createHttpCodes({ ...toHttpFields(fields), clock }),
};

/** Every `type` that a sender in providers.yaml may name. */
export const codeSenderTypes: Readonly<Record<string, CodeSenderType>> = { smtp, http };
