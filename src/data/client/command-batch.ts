/** Several inputs of one command, all sent at once. */
import { useCallback } from 'react';
import type { CommandName } from '#api/commands.ts';
import { type CommandFields, useCommand } from './commands.ts';

export interface FailedInput<N extends CommandName> {
  readonly input: CommandFields<N>;
  readonly error: unknown;
}

/** Resolves with the inputs that failed, once all are answered; pending while offline. */
export type CommandBatch<N extends CommandName> = (
  inputs: readonly CommandFields<N>[],
) => Promise<readonly FailedInput<N>[]>;

export function useCommandBatch<N extends CommandName>(name: N): CommandBatch<N> {
  const { mutateAsync } = useCommand(name);
  return useCallback(
    async (inputs) => {
      const answers = inputs.map(async (input): Promise<FailedInput<N>[]> => {
        try {
          await mutateAsync(input);
          return [];
        } catch (error) {
          return [{ input, error }];
        }
      });
      return (await Promise.all(answers)).flat();
    },
    [mutateAsync],
  );
}
