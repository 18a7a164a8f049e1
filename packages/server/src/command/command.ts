/** What a command of `booking-service` is made of. Its help is written from this, and its arguments are read by it. */
import type { SettingName, Settings } from './settings/settings.ts';

/** A flag of one command, beside the settings. One without a value is a switch. */
export interface Flag {
  /** A word for its value. */
  readonly value?: string;
  readonly meaning: string;
}

/** A command line as it was read. */
export interface Arguments {
  readonly settings: Settings;
  /** The flags that were given with a value. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly switches: ReadonlySet<string>;
  /** What stands after the command; empty where it takes nothing. */
  readonly operand: string;
  /** The command line so far, as a reader would type it; a flag may follow. */
  readonly line: string;
}

export interface Command {
  readonly name: string;
  /** What it does, in a line. */
  readonly summary: string;
  /** More of it, in lines of up to 100 characters. */
  readonly about?: string;
  /** What stands after it, in a word. */
  readonly operand?: string;
  /** What follows `booking-service` and the command's name in a line that works. */
  readonly example: string;
  readonly flags: Readonly<Record<string, Flag>>;
  /** The settings that matter to it. */
  readonly settings: readonly SettingName[];
  /** Does it and tells what to print. A failure is thrown. */
  run(given: Arguments): Promise<string>;
}

/** Commands with a first word in common. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly Command[];
}
