/** Reachability of a person as one word, with a shape and a colour. */
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import X from 'lucide-react/icons/x';
import type { UrgencyReach } from '#domain/readiness/urgency-reach.ts';
import { Badge, type BadgeProps } from '#src/ui/badge.tsx';

export function ReachWord({
  reach: { state, word },
}: {
  readonly reach: Pick<UrgencyReach, 'state' | 'word'>;
}) {
  const { tone, Icon } = look[state] ?? { tone: 'danger', Icon: X };
  return (
    <Badge tone={tone} icon={<Icon className="icon" aria-hidden />}>
      {word}
    </Badge>
  );
}

/** Look of the states other than unreachable. */
const look: Partial<
  Record<
    UrgencyReach['state'],
    { readonly tone: NonNullable<BadgeProps['tone']>; readonly Icon: typeof Check }
  >
> = {
  reachable: { tone: 'good', Icon: Check },
  later: { tone: 'caution', Icon: Clock },
  untested: { tone: 'caution', Icon: CircleAlert },
  'open-page': { tone: 'caution', Icon: CircleAlert },
  silent: { tone: 'caution', Icon: CircleAlert },
};
