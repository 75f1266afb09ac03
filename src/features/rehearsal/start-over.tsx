import { useMutation } from '@tanstack/react-query';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useState } from 'react';
import type { Control } from '#ports/control.ts';
import { unmarkSession } from '#src/data/client/session-mark.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { explainControl } from './use-work.ts';

/** Back to how the demonstration began. */
export function StartOver({ control }: { readonly control: Control }) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error, reset } = useMutation<void, unknown, void>({
    mutationFn: () => {
      // Signed out on purpose, not elsewhere.
      unmarkSession();
      return control.reset();
    },
    networkMode: 'always',
    onSuccess: () => setAsking(false),
  });
  return (
    <>
      <Button
        variant="quiet"
        icon={<RotateCcw className="icon" />}
        onClick={() => {
          reset();
          setAsking(true);
        }}
      >
        Start the demonstration over
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Start over?"
        confirmLabel="Start over"
        danger
        busy={isPending && 'Starting over…'}
        problem={error === null ? null : explainControl(error)}
        onConfirm={() => mutate()}
      >
        Everything written in this demonstration is gone, and everyone is signed out. This can’t be undone.
      </ConfirmDialog>
    </>
  );
}
