import { isPortError } from '#ports/errors.ts';
import { domainErrorFrom, explain } from '#src/data/client/errors.ts';
import { useNamedActions } from '#src/data/client/named-actions.ts';
import { useToasts } from '#src/ui/toasts.tsx';

/** Named actions on the rehearsal's backend; a failure is shown as a toast. */
export function useWork() {
  const { busy, run } = useNamedActions();
  const toasts = useToasts();
  return {
    busy,
    toasts,
    async run(name: string, work: () => Promise<unknown>): Promise<void> {
      const result = await run(name, work);
      if (!result.ok) toasts.error('That did not work', explainControl(result.error));
    },
  };
}

/** The control words its own refusals. */
export const explainControl = (error: unknown): string =>
  isPortError(error, 'invalid-argument') && domainErrorFrom(error) === null ? error.message : explain(error);
