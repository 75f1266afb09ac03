/** Live incidents, the worst first. */
import Flame from 'lucide-react/icons/flame';
import Lock from 'lucide-react/icons/lock';
import { useMemo } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import { useLiveIncidents } from '#src/data/queries/incidents.ts';
import { links } from '#src/data/links.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { useWhichHref } from '#src/data/queries/set-aside.ts';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { countOf, useView } from '#src/data/client/view.ts';
import { AvatarStack } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { List } from '#src/ui/list.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { Duration } from '#src/ui/time.tsx';
import { UnreadableNote } from '#src/components/unreadable-note.tsx';
import styles from './live-incidents.module.css';

export function LiveIncidents() {
  const live = useView(useLiveIncidents());
  const { data } = live;
  const whichHref = useWhichHref();
  const may = useMayRun()('declareIncident');
  const worstFirst = useMemo(
    () =>
      (data?.items ?? [])
        .map(({ value }) => value)
        .toSorted((a, b) => a.severity.localeCompare(b.severity) || b.number - a.number),
    [data],
  );
  const declare = may.allowed ? (
    <Link href={links.declare()} look="button">
      Declare incident
    </Link>
  ) : (
    <Button disabledReason={may.reason}>Declare incident</Button>
  );
  return (
    <Panel
      title="Live incidents"
      count={countOf(live)}
      frame="box"
      flush
      actions={
        <Link href={links.incidents()} look="text">
          All incidents
        </Link>
      }
    >
      <UnreadableNote count={data?.unreadable.length ?? 0} noun="incident" whichHref={whichHref} flush />
      <QueryView
        view={live}
        failed="The incidents can’t be read"
        loading={<Skeleton label="Loading live incidents" shape="rows" count={2} />}
        empty={
          <EmptyState icon={<Flame className="icon" />} title="No live incident" action={declare}>
            When something breaks, declare it: that opens a room and pages the right people.
          </EmptyState>
        }
        size="screen"
      >
        {() => (
          <List
            label="Live incidents"
            items={worstFirst}
            getKey={({ id }) => id}
            getHref={({ number }) => links.incident(number)}
            renderRow={(incident) => <LiveIncident incident={incident} />}
          />
        )}
      </QueryView>
    </Panel>
  );
}

function LiveIncident({ incident }: { readonly incident: Incident }) {
  const people = usePeople();
  const { severityNames } = useSettings();
  const { severity, number, title, status, roles } = incident;
  const others = incident.people.filter((userId) => userId !== roles.commander);
  const named = (userId: string) => ({ id: userId, name: people.name(userId) });
  return (
    <span className={styles.incident}>
      <span className={styles.title}>
        <span className={styles.number}>#{number}</span> {title}
        {incident.private ? <Lock className={styles.lock} aria-label="Private" /> : null}
      </span>
      <span className={styles.facts}>
        <SeverityMark severity={severity} name={severityNames[severity]} />
        <StatusMark of="incident" state={status} />
        <span>
          for <Duration from={incident.createdAt} />
        </span>
        <span className={styles.people}>
          {people.name(roles.commander)} commands
          <AvatarStack people={[roles.commander, ...others].map(named)} size="small" max={4} />
        </span>
      </span>
    </span>
  );
}
