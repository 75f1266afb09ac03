/** Commands about an alert that were given here and have no answer yet: shown on the alert itself. */
import type { CommandName } from '#api/commands.ts';
import { pendingText } from '#src/data/client/pending-text.ts';
import { usePendingCommands } from '#src/data/client/commands.ts';

const verbs: Readonly<Partial<Record<CommandName, readonly [waiting: string, sending: string]>>> = {
  acknowledgeAlert: ['Acknowledge waits for the connection', 'Acknowledging…'],
  resolveAlert: ['Resolve waits for the connection', 'Resolving…'],
  snoozeAlert: ['Snooze waits for the connection', 'Snoozing…'],
  linkAlert: ['Link waits for the connection', 'Linking…'],
};
const unlinkVerbs = ['Unlink waits for the connection', 'Unlinking…'] as const;

/** Text by the alert's id; undefined when nothing is under way. */
export function useUnderWay(): (alertId: string) => string | undefined {
  const pending = usePendingCommands();
  return (alertId) => {
    const last = pending.findLast(
      ({ name, input }) => 'alertId' in input && input.alertId === alertId && name in verbs,
    );
    const unlinking = last && 'incidentId' in last.input && last.input.incidentId === null;
    const words = unlinking ? unlinkVerbs : last && verbs[last.name];
    if (words === undefined || last === undefined) return undefined;
    return last.state === 'offline' ? words[0] : pendingText(last.state, words[1]);
  };
}
