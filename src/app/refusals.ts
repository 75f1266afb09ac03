/** Commands of an earlier page that the server refused are told wherever the person is now. */
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { CallInput, CallName } from '#api/commands.ts';
import { useFailedCommands } from '#src/data/client/commands.ts';
import { useDraftKeeper } from '#src/data/client/drafts.ts';
import { explain } from '#src/data/client/errors.ts';
import { links } from '#src/data/links.ts';
import type { Command } from '#src/data/client/sending.ts';
import { type ToastAction, useToasts } from '#src/ui/toasts.tsx';

export function useRefusals(): void {
  const { failed, dismiss } = useFailedCommands();
  const toasts = useToasts();
  const keepDraft = useDraftKeeper();
  const [, navigate] = useLocation();
  useEffect(() => {
    for (const { command, error } of failed) {
      dismiss(command.input.commandId);
      const sentence = `You asked for it before this page was loaded. ${explain(error)}`;
      if (isDeclaration(command)) {
        const { title, alertId } = command.input;
        keepDraft(alertId === null ? 'declare' : `declare.${alertId}`, draftOf(command.input));
        const again: ToastAction = {
          label: 'Open the form',
          run: () => navigate(links.declare(alertId ?? undefined)),
        };
        toasts.error(`“${title}” was not declared`, `${sentence} What you filled in is kept.`, again);
      } else {
        const what = words[command.name];
        if (what !== null) toasts.error(what, sentence);
      }
    }
  }, [failed, dismiss, toasts, keepDraft, navigate]);
}

const isDeclaration = (command: Command): command is Command<'declareIncident'> =>
  command.name === 'declareIncident';

/** As the form of declaring keeps it. */
function draftOf({
  title,
  severity,
  serviceIds,
  private: hidden,
  page,
}: CallInput<'declareIncident'>): string {
  const whom = page.flatMap((one) =>
    one.kind === 'people' ? one.userIds.map((id) => `person:${id}`) : [`policy:${one.policyId}`],
  );
  return JSON.stringify({ title, severity, serviceIds, private: hidden, page: whom });
}

/** `null` for what no person asks for. */
const words: Readonly<Record<CallName, string | null>> = {
  createTeam: 'The team was not created',
  joinDemonstration: 'You did not join the demonstration',
  leaveDemonstration: 'You did not leave the demonstration',
  declareIncident: 'The incident was not declared',
  transitionIncident: 'The status was not changed',
  mergeIncidents: 'The incidents were not merged',
  setSeverity: 'The severity was not changed',
  assignRole: 'The role was not offered',
  acceptRole: 'Your answer about the role was not taken',
  joinIncident: 'You did not join the incident',
  withdrawEntry: 'The comment was not withdrawn',
  page: 'Nobody was paged',
  acknowledgePage: 'The page was not acknowledged',
  escalatePage: 'The page did not climb',
  declinePage: 'The page was not passed on',
  recordReceipt: null,
  registerDevice: null,
  sendDrill: 'The drill was not sent',
  linkAlert: 'The alert was not linked',
  acknowledgeAlert: 'The alert was not acknowledged',
  resolveAlert: 'The alert was not resolved',
  snoozeAlert: 'The alert was not snoozed',
};
