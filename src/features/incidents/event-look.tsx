/** A sign and a tone for each kind of event, so that a stream can be scanned. */
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import BellRing from 'lucide-react/icons/bell-ring';
import Check from 'lucide-react/icons/check';
import CircleDot from 'lucide-react/icons/circle-dot';
import Flag from 'lucide-react/icons/flag';
import Gauge from 'lucide-react/icons/gauge';
import GitMerge from 'lucide-react/icons/git-merge';
import Hand from 'lucide-react/icons/hand';
import ListChecks from 'lucide-react/icons/list-checks';
import Paperclip from 'lucide-react/icons/paperclip';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import UserCheck from 'lucide-react/icons/user-check';
import type { ReactNode } from 'react';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import type { EventEntry } from '#src/components/timeline-entry.tsx';

interface Look {
  readonly icon: ReactNode;
  readonly tone?: EventEntry['tone'];
}

export function lookOf(event: Exclude<TimelineEvent, { kind: 'comment' | 'withdrawn' }>): Look {
  switch (event.kind) {
    case 'declared':
      return { icon: <Flag />, tone: 'danger' };
    case 'status':
      if (event.to === 'resolved' || event.to === 'closed') return { icon: <Check />, tone: 'good' };
      return { icon: <CircleDot />, tone: event.from === 'resolved' ? 'caution' : 'neutral' };
    case 'severity':
      return { icon: <Gauge />, tone: event.to < event.from ? 'caution' : 'neutral' };
    case 'role':
      return { icon: event.change === 'taken' ? <UserCheck /> : <ArrowRightLeft /> };
    case 'task':
      return { icon: <ListChecks />, ...(event.change === 'done' && { tone: 'good' }) };
    case 'attachment':
      return { icon: <Paperclip /> };
    case 'page':
      return pageLook(event.change);
    case 'alert':
      if (event.change === 'resolved') return { icon: <Check />, tone: 'good' };
      return { icon: <TriangleAlert />, tone: event.change === 'triggered' ? 'caution' : 'neutral' };
    case 'merged':
      return { icon: <GitMerge /> };
  }
}

function pageLook(change: Extract<TimelineEvent, { kind: 'page' }>['change']): Look {
  if (change === 'acknowledged' || change === 'answered') return { icon: <Check />, tone: 'good' };
  if (change === 'declined' || change === 'handed-back') return { icon: <Hand />, tone: 'caution' };
  if (change === 'exhausted') return { icon: <BellRing />, tone: 'danger' };
  if (['skipped', 'unreached', 'repeated', 'policy-handed-over', 'timed-out'].includes(change))
    return { icon: <BellRing />, tone: 'caution' };
  return { icon: <BellRing /> };
}
