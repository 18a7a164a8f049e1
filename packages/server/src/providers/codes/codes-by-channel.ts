import type { CodeSender } from '../integrations.ts';
import { type Channel, channels } from '../integrations.ts';

/** Returns one sender for all channels that have one. */
export function codesByChannel(senders: Readonly<Partial<Record<Channel, CodeSender>>>): CodeSender {
  return {
    channels: channels.filter((channel) => senders[channel] !== undefined),
    async send(message, context) {
      const sender = senders[message.channel];
      if (!sender) throw new Error(`No sender for the channel ${message.channel} is configured.`);
      return sender.send(message, context);
    },
  };
}
