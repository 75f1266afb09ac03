/** The button that takes a running shift over, and its dialog. */
import { useState } from 'react';
import type { Shift } from '#domain/schedule/rota.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { useMayRun, useTeam } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { OverrideDialog } from './override-dialog.tsx';

export interface TakeOverProps {
  readonly schedule: Schedule;
  readonly overrides: readonly Override[];
  /** The running shift, from now on. */
  readonly current: Shift;
}

export function TakeOver({ schedule, overrides, current }: TakeOverProps) {
  const { me } = useTeam();
  const [open, setOpen] = useState(false);
  const verdict = useMayRun()('createOverride');
  const reason = verdict.allowed ? current.userId === me.id && 'You are on call already.' : verdict.reason;
  const label = current.userId === null || current.userId === me.id ? 'Take over' : 'Take it now';
  return (
    <>
      <Button disabledReason={reason} aria-label={`${label}: ${schedule.name}`} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open ? (
        <OverrideDialog
          schedule={schedule}
          overrides={overrides}
          span={current}
          now
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
