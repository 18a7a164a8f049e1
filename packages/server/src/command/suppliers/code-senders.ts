/**
 * The key `codes` of providers.yaml: the senders of the codes of sessions, by channel. It has a live side only, because sessions need a
 * live key (AUT-3).
 */
import type { Clock } from '@booking-service/kernel/time';
import { codesByChannel, createHttpCodes, createSmtpCodes } from '../../providers/smtp-mail.ts';
import { type Channel, channels, type CodeSender, type Sides } from '../../providers/integrations.ts';
import { httpSchema, smtpSchema, toHttpFields, toSmtpOptions } from './field-schemas.ts';
import { createTyped, type IntegrationType, readTyped, typedSchema } from './integration-type.ts';
import { type CheckedYaml, readSection } from './checked-yaml.ts';

/** A `type` of a code sender in providers.yaml. */
interface CodeSenderType extends IntegrationType<{ readonly clock: Clock }, CodeSender> {
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
const codeSenderTypes: Readonly<Record<string, CodeSenderType>> = { smtp, http };

/** The side as the schema admits it. */
type SideText = Readonly<Partial<Record<Channel, object>>>;

/** Creates the senders of the file. Returns undefined if it names none. Throws a StartError with the line of the fault. */
export async function createCodes(
  yaml: CheckedYaml,
  given: { readonly clock: Clock },
): Promise<Sides<CodeSender> | undefined> {
  const section = readSection<SideText>(yaml, { key: 'codes', sides: ['live'], sideSchema });
  if (!section?.live) return undefined;
  const senders: Partial<Record<Channel, CodeSender>> = {};
  for (const channel of channels) {
    const value = section.live[channel];
    if (!value) continue;
    const types = typesOf(channel);
    const entry = readTyped(yaml, { value, path: ['codes', 'live', channel], types });
    const what = `the sender of the channel ${channel}`;
    senders[channel] = await createTyped(entry, { types, given, integration: 'codes', what });
  }
  return { live: codesByChannel(senders) };
}

const sideSchema = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  description: `an object with the channels ${channels.join(' and ')}, or one of them`,
  properties: Object.fromEntries(channels.map((channel) => [channel, typedSchema(typesOf(channel))])),
};

function typesOf(channel: Channel): Readonly<Record<string, CodeSenderType>> {
  const entries = Object.entries(codeSenderTypes).filter(([, type]) => type.channels.includes(channel));
  return Object.fromEntries(entries);
}
