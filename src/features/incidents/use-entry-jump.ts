/** The entry that the page's address names: the timeline's window is moved to it. */
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { explain } from '#src/data/client/errors.ts';
import { type Fragment, useFragment } from '#src/data/fragment.ts';
import type { TimelineWindow } from '#src/data/queries/room.ts';
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

interface Jump {
  readonly id: string;
  /** The address that asked for it; null: none. */
  readonly fragment: Fragment | null;
}

export function useEntryJump(timeline: Pick<TimelineWindow, 'jumpTo'>): EntryJump {
  const toasts = useToasts();
  const [target, setTarget] = useState<{ readonly id: string } | null>(null);
  const [followed, setFollowed] = useState<Fragment | null>(null);
  // The last of several jumps wins, in whichever order they end.
  const latest = useRef<Jump | null>(null);
  const { mutate } = useMutation({
    mutationFn: async (jump: Jump) => {
      latest.current = jump;
      return timeline.jumpTo(jump.id);
    },
    networkMode: 'always',
    onSuccess(isThere, jump) {
      if (jump !== latest.current) return;
      if (isThere) setTarget({ id: jump.id });
      else toasts.error('The entry was not found', 'It is not in this timeline. Check the link.');
    },
    onError: (error) => toasts.error('The entry can’t be shown', explain(error)),
    onSettled: (_, __, { fragment }) => {
      if (fragment) setFollowed(fragment);
    },
  });
  const fragment = useFragment();
  const follow = useEffectEvent((named: Fragment) => {
    if (named.name.startsWith(prefix)) mutate({ id: named.name.slice(prefix.length), fragment: named });
  });
  useEffect(() => follow(fragment), [fragment]);
  const jumpTo = useCallback((id: string) => mutate({ id, fragment: null }), [mutate]);
  return { target, jumping: fragment.name.startsWith(prefix) && followed !== fragment, jumpTo };
}
