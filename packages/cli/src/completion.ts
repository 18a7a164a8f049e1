import { eventTypes } from '@booking-service/contract';
import { Argument, Command } from 'commander';
import type { Surroundings } from './command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** `booking completion SHELL`: prints the program that completes its commands, flags and events in a shell. */
export function createCompletion({ write }: Surroundings): Command {
  return new Command('completion')
    .summary('Prints the completion of commands and flags for a shell')
    .description('Prints the completion of commands and flags for a shell.')
    .addArgument(new Argument('<SHELL>', 'your shell').choices(shells))
    .addHelpText('after', `\nExample:\n  source <(booking completion bash)`)
    .action((shell: (typeof shells)[number], _flags: object, { parent }: Command) => {
      const commands = parent?.commands ?? [];
      const text = shell === 'fish' ? fish(commands) : bash(commands);
      write(shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${text}` : text);
    });
}

/** The words that follow a command. */
function wordsOf(command: Command): string[] {
  const { options } = command;
  return [...(command.name() === 'trigger' ? eventTypes : []), ...options.flatMap(({ long }) => long ?? []), '--help'];
}

function bash(commands: readonly Command[]): string {
  const names = commands.map((each) => each.name());
  const cases = commands.map((each) => `    ${each.name()}) words="${wordsOf(each).join(' ')}" ;;\n`);
  return `_booking() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join('')}    *) words="${names.join(' ')}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _booking booking
`;
}

function fish(commands: readonly Command[]): string {
  return commands
    .flatMap((each) => [
      `complete -c booking -n __fish_use_subcommand -f -a ${each.name()} -d '${each.summary()}'\n`,
      ...wordsOf(each).map(
        (word) => `complete -c booking -n '__fish_seen_subcommand_from ${each.name()}' -a ${word}\n`,
      ),
    ])
    .join('');
}
