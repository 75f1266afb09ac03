import Flame from 'lucide-react/icons/flame';
import Lock from 'lucide-react/icons/lock';
import Search from 'lucide-react/icons/search';
import { useMemo, useRef, useState } from 'react';
import { useSearch, useLocation } from 'wouter';
import { type Incident, severities, type Severity } from '#domain/incident/schema.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useIncidents, useLiveIncidents } from '#src/data/queries/incidents.ts';
import { links } from '#src/data/links.ts';
import { useWhichHref } from '#src/data/queries/set-aside.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useKey } from '#src/ui/keys.tsx';
import { Link } from '#src/ui/link.tsx';
import { List, Row } from '#src/ui/list.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { Time } from '#src/ui/time.tsx';
import { UnreadableNote } from '#src/components/unreadable-note.tsx';
import { filterIncidents, type IncidentFilter, readFilter, writeFilter } from './incident-filter.ts';
import styles from './incidents-screen.module.css';
import { isLive } from '#domain/incident/status.ts';

/** Number of further incidents with each press of “Show earlier”. */
const portion = 100;

/** Incidents of the team, live ones first. The filter is in the address. */
export function IncidentsScreen() {
  const [count, setCount] = useState(portion);
  const newest = useIncidents(count);
  const live = useLiveIncidents();
  const services = useServices().data?.items;
  const people = usePeople();
  const [filter, setFilter] = useFilter();

  // A live incident is shown however old it is.
  const all = useMemo(() => {
    const items = [...(live.data?.items ?? []), ...(newest.data?.items ?? [])];
    return [...new Map(items.map(({ value }) => [value.id, value])).values()];
  }, [live.data, newest.data]);
  const servicesOf = useMemo(() => {
    const names = new Map<string, string>((services ?? []).map(({ value }) => [value.id, value.name]));
    return (incident: Incident) => incident.serviceIds.flatMap((id) => names.get(id) ?? []);
  }, [services]);
  const shown = useMemo(
    () =>
      filterIncidents(all, filter, (incident) => [
        ...servicesOf(incident),
        people.name(incident.roles.commander),
      ]),
    [all, filter, servicesOf, people],
  );

  const unreadable = [...new Set([...(newest.data?.unreadable ?? []), ...(live.data?.unreadable ?? [])])];
  const whichHref = useWhichHref();
  const none = all.length === 0;
  const view = useView({
    data:
      newest.data && live.data
        ? {
            items: shown,
            unreadable: none ? unreadable : [],
            fromCache: none && (newest.data.fromCache || live.data.fromCache),
          }
        : undefined,
    error: newest.error ?? live.error,
  });
  const more = (newest.data?.items.length ?? 0) >= count;
  return (
    <div>
      <PageHeader title="Incidents" actions={<DeclareLink />} />
      <Filters filter={filter} onChange={setFilter} />
      <UnreadableNote count={unreadable.length} noun="incident" whichHref={whichHref} flush />
      <QueryView
        view={view}
        failed="The incidents can’t be read"
        loading={<Skeleton label="Loading incidents" shape="rows" count={8} />}
        empty={<Nothing none={all.length === 0} onClear={() => setFilter(readFilter(''))} />}
        size="screen"
      >
        {() => (
          <div className={styles.list}>
            {' '}
            <List
              label="Incidents"
              items={shown}
              getKey={({ id }) => id}
              getHref={({ number }) => links.incident(number)}
              getTone={(incident) => (isLive(incident) ? undefined : 'muted')}
              renderRow={(incident) => <IncidentRow incident={incident} services={servicesOf(incident)} />}
            />
          </div>
        )}
      </QueryView>
      {more ? (
        <div className={styles.more}>
          <Button onClick={() => setCount(count + portion)}>Show earlier</Button>
        </div>
      ) : null}
    </div>
  );
}

function IncidentRow({
  incident,
  services,
}: {
  readonly incident: Incident;
  readonly services: readonly string[];
}) {
  const { severityNames } = useSettings();
  const people = usePeople();
  const { severity, status, number, title, roles } = incident;
  const commander = people.name(roles.commander);
  const at = isLive(incident) ? incident.createdAt : (incident.times[`${status}At`] ?? incident.createdAt);
  return (
    <Row
      lead={
        <>
          <span className={styles.severity}>
            <SeverityMark severity={severity} name={severityNames[severity]} form="short" />
          </span>
          <span className={styles.number}>#{number}</span>
        </>
      }
      title={
        <>
          {title}
          {incident.private ? <Lock className={styles.lock} aria-label="Private" /> : null}
        </>
      }
      detail={services.join(', ')}
      trail={
        <>
          <span className={styles.status}>
            <StatusMark of="incident" state={status} />
          </span>
          <span className={styles.commander} title={`Commander: ${commander}`}>
            <Avatar person={{ id: roles.commander, name: commander }} size="small" decorative />
            <span className="visually-hidden">Commander {commander}</span>
          </span>
          <span className={styles.time}>
            <Time at={at} />
          </span>
        </>
      }
    />
  );
}

interface FiltersProps {
  readonly filter: IncidentFilter;
  readonly onChange: (filter: IncidentFilter) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  const { severityNames } = useSettings();
  const search = useRef<HTMLInputElement>(null);
  useKey('/', 'Find in this list', () => search.current?.focus(), { group: 'Lists' });
  return (
    <div className={styles.filters}>
      <SegmentedControl
        label="Which incidents"
        hideLabel
        options={[
          { value: 'all', label: 'All' },
          { value: 'live', label: 'Live' },
          { value: 'over', label: 'Over' },
        ]}
        value={filter.scope}
        onChange={(scope) => onChange({ ...filter, scope })}
      />
      <Select<Severity | 'any'>
        aria-label="Severity"
        className={styles.select}
        options={[
          { value: 'any', label: 'Any severity' },
          ...severities.map((severity) => ({
            value: severity,
            label: `${severity} ${severityNames[severity]}`,
            show: <SeverityMark severity={severity} name={severityNames[severity]} />,
          })),
        ]}
        value={filter.severity ?? 'any'}
        onChange={(severity) => onChange({ ...filter, severity: severity === 'any' ? null : severity })}
      />
      <TextInput
        ref={search}
        type="search"
        aria-label="Find"
        placeholder="Title, number, service or name"
        className={styles.search}
        leading={<Search className="icon" />}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
    </div>
  );
}

function Nothing({ none, onClear }: { readonly none: boolean; readonly onClear: () => void }) {
  if (none)
    return (
      <EmptyState icon={<Flame className="icon" />} title="No incidents yet" action={<DeclareLink />}>
        When something breaks, declare it: that opens a room and pages the right people.
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing matches" action={<Button onClick={onClear}>Show all</Button>}>
      No incident fits what you filter by.
    </EmptyState>
  );
}

function DeclareLink() {
  const may = useMayRun()('declareIncident');
  if (!may.allowed) return <Button disabledReason={may.reason}>Declare incident</Button>;
  return (
    <Link href={links.declare()} look="primary">
      Declare incident
    </Link>
  );
}

/** The filter in the address; changing it makes no new step back. */
function useFilter(): readonly [IncidentFilter, (filter: IncidentFilter) => void] {
  const search = useSearch();
  const [, navigate] = useLocation();
  const filter = useMemo(() => readFilter(search), [search]);
  const change = (next: IncidentFilter) => {
    const written = writeFilter(next);
    navigate(written === '' ? links.incidents() : `${links.incidents()}?${written}`, { replace: true });
  };
  return [filter, change];
}
