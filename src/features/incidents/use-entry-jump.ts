/** The entry that the page's address names: the timeline's window is moved to it. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { explain } from '#src/data/client/errors.ts';
import { useFragment } from '#src/data/fragment.ts';
import type { TimelineWindow } from '#src/data/queries/incidents.ts';
import { entryAnchor } from '#src/components/timeline-entry.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

const prefix = entryAnchor('');

export interface EntryJump {
  /** Entry to scroll to; null: none. */
  readonly target: { readonly id: string } | null;
  /** Whether the timeline is about to move to the entry of the address. */
  readonly jumping: boolean;
  /** Moves the timeline to an entry, and says where it can’t. */
  jumpTo(entryId: string): void;
}

export function useEntryJump(timeline: Pick<TimelineWindow, 'jumpTo'>): EntryJump {
  const toasts = useToasts();
  const [target, setTarget] = useState<{ readonly id: string } | null>(null);
  const { mutate } = useMutation({
    mutationFn: (id: string) => timeline.jumpTo(id),
    networkMode: 'always',
    onSuccess(isThere, id) {
      if (isThere) setTarget({ id });
      else toasts.error('The entry was not found', 'It is not in this timeline. Check the link.');
    },
    onError: (error) => toasts.error('The entry can’t be shown', explain(error)),
  });
  const fragment = useFragment();
  const [followed, setFollowed] = useState<typeof fragment | null>(null);
  const follow = useEffectEvent((named: typeof fragment) => {
    if (!named.name.startsWith(prefix)) return;
    mutate(named.name.slice(prefix.length), { onSettled: () => setFollowed(named) });
  });
  useEffect(() => follow(fragment), [fragment]);
  return { target, jumping: fragment.name.startsWith(prefix) && followed !== fragment, jumpTo: mutate };
}
