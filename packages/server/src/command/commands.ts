import { backup } from './backup.ts';
import type { Command, CommandGroup } from './command.ts';
import { keyCommands } from './key-commands.ts';
import { migrate } from './migrate.ts';
import { organizationCommands } from './organization-commands.ts';
import { serve } from './serve.ts';
import { transfer } from './transfer.ts';

/** Every command of `booking-service`. */
export const commands: readonly (Command | CommandGroup)[] = [
  serve,
  migrate,
  backup,
  transfer,
  { name: 'org', summary: 'makes, lists, suspends and resumes organizations', commands: organizationCommands },
  { name: 'key', summary: 'makes, lists and revokes API keys', commands: keyCommands },
];
