/** The menu of each comment: pinning it and withdrawing it, with the question before, and which are being withdrawn. */
import Pin from 'lucide-react/icons/pin';
import Trash from 'lucide-react/icons/trash-2';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import { usePendingCommands } from '#src/data/client/commands.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import type { Live } from '#src/data/client/documents.ts';
import { useMayRun, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { AnchoredMenu } from '#src/ui/menu.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { entryAnchor } from '#src/components/timeline-entry.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { usePinning } from './pinned-panel.tsx';
import type { EntryOptions } from './use-entries.tsx';
import { useShowError } from './use-show-error.ts';

export interface Withdrawal extends EntryOptions {
  /** The menu and the question; rendered once beside the timeline. */
  readonly layer: ReactNode;
}

interface Opened {
  readonly entryId: string;
  readonly button: HTMLElement;
}

export function useWithdrawal(incident: Incident, items: readonly Live<TimelineEvent>[]): Withdrawal {
  const { me } = useTeam();
  const mayRun = useMayRun();
  const withdrawing = useWithdrawing(incident.id);
  const [menu, setMenu] = useState<Opened | null>(null);
  const [menuOpen, setMenuOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const toasts = useToasts();
  const withdrawal = useDialogCommand('withdrawEntry', {
    open: asking,
    close: () => setAsking(false),
    queued: () => toasts.done('The withdrawal is queued', 'It is done when the connection is back.'),
    failedLater: useShowError()('The comment was not withdrawn'),
  });

  const subject = (author: string) => ({ private: incident.private, people: incident.people, author });
  const pinning = usePinning(incident);
  const offered = pinning.disabledReason === false || mayRun('withdrawEntry', subject(me.id)).allowed;
  const onMenu = useCallback((entryId: string, button: HTMLElement) => {
    setMenu({ entryId, button });
    setMenuOpen(true);
  }, []);

  const found = items.find(({ value }) => value.id === menu?.entryId);
  const reasonAgainst = (): string | false => {
    if (found?.value.kind !== 'comment') return 'It is withdrawn already.';
    if (found.pending) return 'It is not sent yet. It can be withdrawn once it is.';
    if (withdrawing.has(found.value.id)) return 'It is being withdrawn.';
    const verdict = mayRun('withdrawEntry', subject(found.value.createdBy));
    return !verdict.allowed && verdict.reason;
  };
  const comment = found?.value.kind === 'comment' ? found.value : null;
  const pinned = comment !== null && pinning.isPinned(comment);
  const reasonAgainstPin = (): string | false => {
    if (comment === null) return 'It is withdrawn.';
    if (found?.pending === true) return 'It is not sent yet. It can be pinned once it is.';
    return pinning.pendingState(comment) !== undefined ? 'It waits to be sent.' : pinning.disabledReason;
  };
  const withdraw = () => {
    if (menu) withdrawal.send({ incidentId: incident.id, entryId: menu.entryId });
  };

  const layer = menu ? (
    <>
      <AnchoredMenu
        anchor={menu.button}
        align="end"
        open={menuOpen}
        onOpenChange={setMenuOpen}
        sections={[
          {
            items: [
              {
                id: 'pin',
                label: pinned ? 'Unpin comment' : 'Pin comment',
                icon: <Pin className="icon" />,
                disabledReason: reasonAgainstPin(),
                onSelect: () => comment && pinning.set(comment, !pinned),
              },
              {
                id: 'withdraw',
                label: 'Withdraw comment…',
                icon: <Trash className="icon" />,
                danger: true,
                disabledReason: reasonAgainst(),
                onSelect: () => setAsking(true),
              },
            ],
          },
        ]}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Withdraw this comment?"
        confirmLabel="Withdraw comment"
        danger
        busy={withdrawal.pending && 'Withdrawing…'}
        problem={withdrawal.problem}
        onConfirm={withdraw}
        // The button goes with the comment's text; the link at its time stays.
        finalFocus={() => document.getElementById(entryAnchor(menu.entryId))?.querySelector('a') ?? null}
      >
        <Consequences author={found?.value.createdBy ?? me.id} />
      </ConfirmDialog>
    </>
  ) : null;
  return { withdrawing, onMenu: offered ? onMenu : null, layer };
}

function Consequences({ author }: { readonly author: string }) {
  const { me } = useTeam();
  const people = usePeople();
  const whose = author === me.id ? 'you' : people.name(author);
  return `Its text is erased for everyone and can’t be brought back. The timeline keeps that ${whose} wrote a comment, and when.`;
}

/** Comments being withdrawn; the same set while they are the same. */
function useWithdrawing(incidentId: string): ReadonlySet<string> {
  const ids = usePendingCommands('withdrawEntry')
    .filter(({ input }) => input.incidentId === incidentId)
    .map(({ input }) => input.entryId)
    .join('/');
  return useMemo(() => new Set(ids.split('/')), [ids]);
}
