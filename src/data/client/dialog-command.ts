/** A command given in a dialog: the dialog closes once it is done or queued, and stays open with what was chosen when it fails. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CommandName, CommandOutput } from '#api/commands.ts';
import { type CommandFields, useCommand } from './commands.ts';
import { explain } from './errors.ts';

interface DialogCommandOptions {
  /** Default true: the dialog is mounted while it is open. */
  readonly open?: boolean;
  readonly close: () => void;
  /** Shows the error at a field of the dialog; false: the dialog has no field for it, and `problem` has it. */
  readonly showAtField?: (error: unknown) => boolean;
  /** The command waits for the connection; the dialog is closed. */
  readonly queued: () => void;
  /** The command failed and the dialog that could say so is closed. */
  readonly failedLater: (error: unknown) => void;
}

export interface DialogCommand<N extends CommandName> {
  send(input: CommandFields<N>, done?: (output: CommandOutput<N>) => void): void;
  /** The answer has not come yet. */
  readonly pending: boolean;
  /** Error of the last attempt, as a sentence; null also where a field shows it. */
  readonly problem: string | null;
}

export function useDialogCommand<N extends CommandName>(
  name: N,
  { open = true, close, queued, failedLater, showAtField = () => false }: DialogCommandOptions,
): DialogCommand<N> {
  const { mutateAsync, isPending, isPaused } = useCommand(name);
  const [problem, setProblem] = useState<string | null>(null);
  const [shown, setShown] = useState(open);
  if (shown !== open) {
    setShown(open);
    setProblem(null);
  }
  const visible = useRef(false);
  useEffect(() => {
    visible.current = open;
    return () => {
      visible.current = false;
    };
  }, [open]);

  const closeQueued = useEffectEvent(() => {
    if (!open) return;
    close();
    queued();
  });
  useEffect(() => {
    if (isPaused) closeQueued();
  }, [isPaused]);

  return {
    send(input, done) {
      if (isPending && !isPaused) return;
      setProblem(null);
      mutateAsync(input).then(
        (output) => {
          if (visible.current) close();
          done?.(output);
        },
        (error: unknown) => {
          if (!visible.current) failedLater(error);
          else if (!showAtField(error)) setProblem(explain(error));
        },
      );
    },
    pending: isPending && !isPaused,
    problem,
  };
}
