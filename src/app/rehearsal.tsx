/** The rehearsal panel with the demonstration's own sample messages. */
import { useState } from 'react';
import { sampleAlerts } from '#demo/alerts.ts';
import { demoKeys } from '#demo/team/setup.ts';
import { RehearsalPanel } from '#src/features/rehearsal/rehearsal-panel.tsx';
import { useControl } from '#src/live/ports.tsx';

export interface RehearsalProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function Rehearsal({ open, onOpenChange }: RehearsalProps) {
  const control = useControl();
  if (!control) return null;
  return <Panel key={String(open)} open={open} onOpenChange={onOpenChange} control={control} />;
}

function Panel({
  open,
  onOpenChange,
  control,
}: RehearsalProps & { readonly control: NonNullable<ReturnType<typeof useControl>> }) {
  // Messages say when their trouble began: as of the moment the panel was opened.
  const [samples] = useState(() => sampleAlerts(control.now()));
  return (
    <RehearsalPanel
      control={control}
      open={open}
      onOpenChange={onOpenChange}
      samples={samples}
      alertmanagerPath={`/in/alertmanager/${demoKeys.checkout}`}
    />
  );
}
