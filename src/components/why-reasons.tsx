/** The reasons of paging, with names, links and times in their place. */
import { Fragment } from 'react';
import { type ReasonPart, reasonParts } from '#domain/page/why-labels.ts';
import type { PagingReason } from '#domain/page/why.ts';
import { Link } from '#src/ui/link.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import styles from './why.module.css';

export interface ReasonNames {
  readonly person: (userId: string) => string;
  readonly schedule: (scheduleId: string) => string;
  readonly maintenance: (maintenanceId: string) => { readonly name: string; readonly href: string };
  readonly alertsOfPage: (pageId: string) => string;
}

export interface WhyReasonsProps {
  /** Null until all of it has been read. */
  readonly reasons: readonly PagingReason[] | null;
  readonly names: ReasonNames;
  /** Beginning of the explained alert or page. */
  readonly openedAt: number;
}

export function WhyReasons({ reasons, names, openedAt }: WhyReasonsProps) {
  if (reasons === null) return <Skeleton label="Loading the reasons" shape="text" count={2} />;
  return (
    <ul className={styles.reasons} aria-label="Reasons">
      {reasons.map((reason, index) => (
        // The list is replaced as a whole: the index is the identity of a reason.
        <li key={`${index} ${reason.kind}`}>
          {reasonParts(reason, openedAt).map((part, place) => (
            <Fragment key={place}>{shown(part, names)}</Fragment>
          ))}
        </li>
      ))}
    </ul>
  );
}

function shown(part: ReasonPart, names: ReasonNames) {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'person':
      return <strong>{names.person(part.userId)}</strong>;
    case 'schedule':
      return <strong>{names.schedule(part.scheduleId)}</strong>;
    case 'time':
      return <Time at={part.at} form="moment" />;
    case 'maintenance': {
      const { name, href } = names.maintenance(part.maintenanceId);
      return (
        <Link look="text" href={href}>
          {name}
        </Link>
      );
    }
    case 'alerts-of-page':
      return (
        <Link look="text" href={names.alertsOfPage(part.pageId)}>
          {part.text}
        </Link>
      );
  }
}
