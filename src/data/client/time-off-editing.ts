/** Time off that a form has open, and its removal with undo, for the screens that list time off. */
import { useState } from 'react';
import type { TimeOff } from '#domain/time-off/schema.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { usePort } from '#react/ports.tsx';
import { useCommand } from './commands.ts';
import { explain } from './errors.ts';

export interface TimeOffSource {
  /** As saved; absent until read. */
  readonly entries: readonly TimeOff[] | undefined;
  /** Note of an entry; empty for none. */
  readonly noteOf: (id: string) => string;
  readonly toasts: {
    error(title: string, detail: string): void;
    undo(title: string, undo: () => void): void;
  };
}

export function useTimeOffEditing({ entries, noteOf, toasts }: TimeOffSource) {
  const docs = usePort(docsToken);
  const [opened, setOpened] = useState<TimeOff | 'new' | null>(null);
  const again = useCommand('saveTimeOff', {
    onError: (error) => toasts.error('The time off was not restored', explain(error)),
  });
  const remover = useCommand('removeTimeOff', {
    onError: (error) => toasts.error('The time off was not removed', explain(error)),
  });
  /** Saved state of an entry; the state that was opened once it is gone. */
  const saved = (entry: TimeOff) => entries?.find(({ id }) => id === entry.id) ?? entry;
  return {
    /** Entry in the form, with its note; `'new'`: an empty form; `null`: no form is open. */
    opened: opened === null || opened === 'new' ? opened : { ...saved(opened), note: noteOf(opened.id) },
    open: setOpened,
    close: () => setOpened(null),
    /** Removes at once; a toast offers undo, which saves the entry anew. */
    remove: ({ id: timeOffId, userId, startsAt, endsAt, allDayIn }: TimeOff) => {
      const before = { userId, startsAt, endsAt, allDayIn, note: noteOf(timeOffId) };
      remover.mutate(
        { timeOffId, userId },
        {
          onSuccess: () =>
            toasts.undo('Time off removed', () => again.mutate({ timeOffId: docs.newId(), ...before })),
        },
      );
    },
  };
}
