import type { Clock } from '@booking-service/kernel/time';
import { createHttpCodes } from '../../providers/codes/http-codes.ts';
import { createSmtpCodes } from '../../providers/codes/smtp-codes.ts';
import type { Channel, CodeSender } from '../../providers/integrations.ts';
import { httpSchema, toHttpFields } from './field-schemas.ts';
import type { IntegrationType } from './integration-type.ts';
import { smtpSchema, toSmtpOptions } from './smtp-fields.ts';

/** A `type` of a code sender in providers.yaml. */
export interface CodeSenderType extends IntegrationType<{ readonly clock: Clock }, CodeSender> {
  readonly channels: readonly Channel[];
}

/** `type: smtp`: a mail server. */
const smtp: CodeSenderType = {
  channels: ['email'],
  schema: smtpSchema,
  create: (fields) => createSmtpCodes(toSmtpOptions(fields)),
};

/** `type: http`: a program of the operator, such as one before an SMS gateway. */
const http: CodeSenderType = {
  channels: ['email', 'sms'],
  schema: httpSchema,
  create: (fields, { clock }) => createHttpCodes({ ...toHttpFields(fields), clock }),
};

/** Every `type` that a sender in providers.yaml may name. */
export const codeSenderTypes: Readonly<Record<string, CodeSenderType>> = { smtp, http };
