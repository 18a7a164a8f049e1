/**
 * The key `codes` of providers.yaml: the senders of the codes of sessions, by channel. It has a live side only, because sessions need a
 * live key (AUT-3).
 */
import type { Clock } from '@booking-service/kernel/time/clock';
import { contain } from '@booking-service/kernel/log/containment';
import { codesByChannel } from '../../providers/codes/codes-by-channel.ts';
import { type Channel, channels, type CodeSender, type Sides } from '../../providers/integrations.ts';
import type { CheckedYaml } from './checked-yaml.ts';
import { codeSenderTypes, type CodeSenderType } from './code-sender-types.ts';
import type { Path } from './located-yaml.ts';

/** The side as the schema admits it. */
type SideText = Readonly<Partial<Record<Channel, { readonly type: string }>>>;

/** Creates the senders of the file. Returns undefined if it names none. Throws a StartError with the line of the fault. */
export async function createCodes(
  yaml: CheckedYaml,
  { clock }: { readonly clock: Clock },
): Promise<Sides<CodeSender> | undefined> {
  // The schema of the file has checked that it is an object.
  const { codes } = yaml.value as { readonly codes?: unknown };
  if (codes === undefined) return undefined;
  yaml.check(codes, sectionSchema, ['codes']);
  // Matches the schema.
  const { live } = codes as { readonly live: SideText };
  return { live: await createSide(live, { yaml, path: ['codes', 'live'], clock }) };
}

async function createSide(
  side: SideText,
  { yaml, path, clock }: { readonly yaml: CheckedYaml; readonly path: Path; readonly clock: Clock },
): Promise<CodeSender> {
  const senders: Partial<Record<Channel, CodeSender>> = {};
  for (const channel of channels) {
    const text = side[channel];
    if (!text) continue;
    const at = [...path, channel];
    const type = typeOf(channel, text.type);
    yaml.check(text, entrySchema(type), at);
    const { fields, refuse } = yaml.fieldsAt(text, at);
    try {
      senders[channel] = await contain({ work: 'integration', integration: 'codes' }, async () =>
        type.create(fields, { clock }),
      );
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw refuse(
        `cannot create the sender of the channel ${channel}: ${reason.replace(/\.$/, '')}`,
        undefined,
        cause,
      );
    }
  }
  return codesByChannel(senders);
}

const sectionSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['live'],
  description: 'an object with the side live',
  properties: {
    live: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      description: `an object with the channels ${channels.join(' and ')}, or one of them`,
      properties: Object.fromEntries(channels.map((channel) => [channel, senderSchema(channel)])),
    },
  },
};

function senderSchema(channel: Channel): object {
  const names = Object.keys(typesOf(channel));
  return {
    type: 'object',
    required: ['type'],
    description: 'an object with a type',
    properties: {
      type: { enum: names, description: names.length === 1 ? String(names[0]) : `one of ${names.join(', ')}` },
    },
  };
}

function entrySchema({ schema: { required, properties } }: CodeSenderType): object {
  return { type: 'object', additionalProperties: false, required, properties: { type: true, ...properties } };
}

function typesOf(channel: Channel): Readonly<Record<string, CodeSenderType>> {
  const entries = Object.entries(codeSenderTypes).filter(([, type]) => type.channels.includes(channel));
  return Object.fromEntries(entries);
}

function typeOf(channel: Channel, name: string): CodeSenderType {
  const type = typesOf(channel)[name];
  // The schema has checked the type.
  if (!type) throw new Error(`${name} is not a type of the channel ${channel}.`);
  return type;
}
