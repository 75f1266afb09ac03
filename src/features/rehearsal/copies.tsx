import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Upload from 'lucide-react/icons/upload';
import { useRef, useState } from 'react';
import type { Control } from '#ports/control.ts';
import { saveAs } from '#src/data/client/save-as.ts';
import { useMay, useTeam } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { FileInput } from '#src/ui/file-drop.tsx';
import { explainControl, useWork } from './use-work.ts';

/** The whole demonstration as a file: to keep, to hand to a colleague, to come back to. For admins of its team. */
export function Copies({ control }: { readonly control: Control }) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const work = useWork();
  const reason = useReasonAgainst();
  const load = useMutation<void, unknown, File>({
    mutationFn: async (file) => control.importCloud(await file.text()),
    networkMode: 'always',
    onSuccess() {
      setChosen(null);
      work.toasts.done('Loaded. Everyone sees it now; who is not in it is signed out.');
    },
  });
  return (
    <>
      <Button
        variant="quiet"
        icon={<Download className="icon" />}
        busy={work.busy === 'save' && 'Saving…'}
        disabledReason={reason}
        onClick={() =>
          void work.run('save', async () =>
            saveAs(await control.exportCloud(), 'application/json', fileName(control.now())),
          )
        }
      >
        Save to a file
      </Button>
      <Button
        variant="quiet"
        icon={<Upload className="icon" />}
        disabledReason={reason}
        onClick={() => input.current?.click()}
      >
        Load a file
      </Button>
      {reason === false ? (
        <FileInput
          inputRef={input}
          accept=".json,application/json"
          label="A saved demonstration"
          onFiles={([file]) => {
            load.reset();
            setChosen(file ?? null);
          }}
        />
      ) : null}
      <ConfirmDialog
        open={chosen !== null}
        onOpenChange={(open) => !open && setChosen(null)}
        title="Load this file?"
        confirmLabel="Load"
        danger
        busy={load.isPending && 'Loading…'}
        problem={load.error === null ? null : explainControl(load.error)}
        onConfirm={() => chosen && load.mutate(chosen)}
      >
        Everything in this demonstration is replaced by what {chosen?.name ?? 'the file'} holds. Save it first
        if you may want it back.
      </ConfirmDialog>
    </>
  );
}

/** Reason why this person may not; a copy holds data that not every member of the team may read. */
function useReasonAgainst(): string | false {
  const { team } = useTeam();
  const verdict = useMay()('copyDemonstration');
  if (!team.demonstration)
    return `Only admins of the demonstration team may save or load copies of it. You are in ${team.name}.`;
  return !verdict.allowed && verdict.reason;
}

const fileName = (now: number): string =>
  `muster-${new Date(now).toISOString().slice(0, 16).replace(':', '')}.json`;
