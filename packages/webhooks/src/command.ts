/** The commands of `booking-webhooks`, for a program that contains them. Runs on Node. */
export { main as runWebhooksCommand } from './command/main.ts';
export { postWebhook } from './command/commands.ts';
export { UsageError, type Surroundings } from './command/define-command.ts';
