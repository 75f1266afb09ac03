/** Toasts for commands of an earlier page load that the server rejected, on any screen. */
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { type CommandInput, commandCatalogue } from '#api/commands.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { givenTime } from '#src/data/client/command-age.ts';
import { useFailedCommands, useGiveAgain } from '#src/data/client/commands.ts';
import { useDraftStore } from '#src/data/client/drafts.ts';
import { domainErrorFrom, explain } from '#src/data/client/errors.ts';
import { links } from '#src/data/links.ts';
import type { Command } from '#src/data/client/sending.ts';
import type { ToastAction } from '#src/ui/toast-list.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

export function useFailedCommandToasts(): void {
  const { failed, dismiss } = useFailedCommands();
  const toasts = useToasts();
  const drafts = useDraftStore();
  const giveAgain = useGiveAgain();
  const clock = useClock();
  const [, navigate] = useLocation();
  useEffect(() => {
    for (const { command, error } of failed) {
      dismiss(command.input.commandId);
      const isExpired = domainErrorFrom(error)?.code === 'expired';
      const given = `You requested it at ${givenTime(command, clock.now())}, before this page was loaded.`;
      const sentence = isExpired ? explain(error) : `${given} ${explain(error)}`;
      if (isDeclaration(command)) {
        const { title, alertId } = command.input;
        const form = alertId === null ? 'declare' : `declare.${alertId}`;
        if (drafts.read(form) === '') drafts.write(form, draftOf(command.input));
        const again: ToastAction = {
          label: 'Open the form',
          run: () => navigate(links.declare(alertId ?? undefined)),
        };
        toasts.error(`“${title}” was not declared`, `${sentence} What you filled in is kept.`, again);
      } else {
        const what = commandCatalogue[command.name].labels.failed;
        if (what === null) continue;
        const again: ToastAction = {
          label: 'Give it again',
          run: () => {
            const { pending } = commandCatalogue[command.name].labels;
            giveAgain(command).then(
              () => toasts.done(`Done: ${pending}`),
              (failure: unknown) => toasts.error(what, explain(failure)),
            );
          },
        };
        toasts.error(what, sentence, isExpired ? again : undefined);
      }
    }
  }, [failed, dismiss, toasts, drafts, navigate, giveAgain, clock]);
}

const isDeclaration = (command: Command): command is Command<'declareIncident'> =>
  command.name === 'declareIncident';

/** The stored draft of the declaration form. */
function draftOf({
  title,
  severity,
  serviceIds,
  private: hidden,
  page,
}: CommandInput<'declareIncident'>): string {
  const whom = page.flatMap((one) =>
    one.kind === 'people' ? one.userIds.map((id) => `person:${id}`) : [`policy:${one.policyId}`],
  );
  return JSON.stringify({ title, severity, serviceIds, private: hidden, page: whom });
}
