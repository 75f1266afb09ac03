/**
 * Actions of an admin for a person who is not reliably reachable: a drill by all ways to them, or a notice with what is
 * missing.
 */
import { isProved } from '#domain/readiness/reachability.ts';
import type { ReadinessRow } from '#domain/readiness/rows.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './readiness.module.css';

export function MendActions({ row }: { readonly row: ReadinessRow }) {
  const { userId, name, ways, reachability } = row;
  const { drills } = useSettings();
  const toasts = useToasts();
  const mayRun = useMayRun();
  const drill = useCommand('drillMember', {
    onSuccess: () =>
      toasts.done(`A drill is on its way to ${name}`, 'The row changes once it was shown, or acknowledged.'),
    onError: (error) => toasts.error('The drill was not sent', explain(error)),
  });
  const ask = useCommand('askToMend', {
    onSuccess: () =>
      toasts.done(`${name} is asked to see to it`, 'By a notice at home and by their other ways.'),
    onError: (error) => toasts.error(`${name} was not asked`, explain(error)),
  });
  const allowed = mayRun('drillMember');
  const none = !ways.some(({ takesMessages }) => takesMessages);
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        disabledReason={
          (!allowed.allowed && allowed.reason) ||
          (!drills && 'Drills are switched off here.') ||
          (none && 'Nothing of theirs takes pages. Ask to mend instead.')
        }
        busy={drill.isPending && !drill.isPaused && 'Sending…'}
        onClick={() => drill.mutate({ userId })}
      >
        Send a drill
      </Button>
      <Button
        size="small"
        disabledReason={
          (!allowed.allowed && allowed.reason) ||
          (isProved(reachability) && 'They can be reached already: there is nothing to mend.')
        }
        busy={ask.isPending && !ask.isPaused && 'Asking…'}
        onClick={() => ask.mutate({ userId })}
      >
        Ask to mend
      </Button>
      {drill.isPaused || ask.isPaused ? <output>Queued until you are online</output> : null}
    </div>
  );
}
