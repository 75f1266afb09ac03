/** Shell completion: names of commands and their options. */
import { CliError } from './cli-error.ts';
import type { CliCommand } from './command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** A script for the shell. @throws CliError for another shell */
export function completionScript(shell: string, commands: Readonly<Record<string, CliCommand>>): string {
  const names = [...Object.keys(commands), 'completion', 'help'];
  const optionsOf = (name: string) =>
    [...Object.keys(commands[name]?.options ?? {}), 'json', 'help'].map((option) => `--${option}`).join(' ');
  const cases = names.map((name) => `    ${name}) words="${optionsOf(name)}" ;;`).join('\n');
  const bash = `_muster() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases}
    *) words="${names.join(' ')}" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${names.join(' ')}"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _muster muster
`;
  if (shell === 'bash') return bash;
  if (shell === 'zsh') return `autoload -U +X bashcompinit && bashcompinit\n${bash}`;
  if (shell === 'fish')
    return names
      .flatMap((name) => [
        `complete -c muster -n __fish_use_subcommand -f -a ${name}`,
        ...Object.keys(commands[name]?.options ?? {}).map(
          (option) => `complete -c muster -n "__fish_seen_subcommand_from ${name}" -f -l ${option}`,
        ),
      ])
      .join('\n')
      .concat('\n');
  throw new CliError(
    'usage',
    `Name a shell: ${shells.join(', ')}. For bash: source <(muster completion bash)`,
  );
}
