import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useState } from 'react';
import type { Control } from '#ports/control.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useWork } from './use-work.ts';

/** Back to how the demonstration began. */
export function StartOver({ control }: { readonly control: Control }) {
  const [asking, setAsking] = useState(false);
  const work = useWork();
  return (
    <>
      <Button
        variant="quiet"
        icon={<RotateCcw className="icon" />}
        busy={work.busy === 'reset' && 'Starting over…'}
        onClick={() => setAsking(true)}
      >
        Start the demonstration over
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Start over?"
        confirmLabel="Start over"
        danger
        onConfirm={() => {
          setAsking(false);
          void work.run('reset', () => control.reset());
        }}
      >
        Everything written in this demonstration is gone, and everyone is signed out. This can’t be undone.
      </ConfirmDialog>
    </>
  );
}
