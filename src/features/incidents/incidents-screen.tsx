import Flame from 'lucide-react/icons/flame';
import Search from 'lucide-react/icons/search';
import { useMemo, useRef } from 'react';
import { useSearch, useLocation } from 'wouter';
import { type Incident, severities, type Severity } from '#domain/incident/schema.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { links } from '#src/data/links.ts';
import { useWhichHref } from '#src/data/queries/set-aside.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useKey } from '#src/ui/keys.tsx';
import { Link } from '#src/ui/link.tsx';
import { LongList } from '#src/ui/long-list.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { UnreadableNote } from '#src/components/unreadable-note.tsx';
import { SearchStatus } from '#src/components/search-status.tsx';
import { type IncidentFilter, readFilter, writeFilter } from './incident-filter.ts';
import { FoundIncidentRow, IncidentRow } from './incident-row.tsx';
import styles from './incidents-screen.module.css';
import { useIncidentList } from './use-incident-list.ts';
import { isLive } from '#domain/incident/status.ts';

const nouns = { all: 'incidents', live: 'live incidents', over: 'incidents that are over' } as const;
const idOf = ({ id }: Incident): string => id;

/** Incidents of the team, live ones first. The filter is in the address. */
export function IncidentsScreen() {
  const services = useServices().data?.items;
  const people = usePeople();
  const { severityNames } = useSettings();
  const [filter, setFilter] = useFilter();
  const servicesOf = useMemo(() => {
    const names = new Map<string, string>((services ?? []).map(({ value }) => [value.id, value.name]));
    return (incident: Incident) => incident.serviceIds.flatMap((id) => names.get(id) ?? []);
  }, [services]);
  const wordsOf = useMemo(
    () => (incident: Incident) => [...servicesOf(incident), people.name(incident.roles.commander)],
    [servicesOf, people],
  );
  const list = useIncidentList(filter, wordsOf);
  const { incidents, search, unreadable } = list;
  const isAll = search === null && filter.scope === 'all' && filter.severity === null;
  const none = incidents?.length === 0 && isAll;
  const whichHref = useWhichHref();
  const view = useView({
    data: incidents && {
      items: incidents,
      unreadable: none ? unreadable : [],
      fromCache: incidents.length === 0 && (search?.fromCache ?? list.fromCache),
    },
    error: list.error,
  });
  return (
    <div>
      <PageHeader title="Incidents" actions={<DeclareLink />} />
      <Filters filter={filter} onChange={setFilter} />
      {search && (
        <SearchStatus
          noun={nouns[filter.scope]}
          {...search}
          total={list.total}
          onMore={() => search.more()}
          onStop={search.stop}
        />
      )}
      <UnreadableNote count={unreadable.length} noun="incident" whichHref={whichHref} flush />
      <QueryView
        view={view}
        failed="The incidents can’t be read"
        loading={<Skeleton label="Loading incidents" shape="rows" count={8} />}
        empty={
          <Nothing
            none={none}
            isPart={search !== null && search.status !== 'whole'}
            onClear={() => setFilter(readFilter(''))}
          />
        }
        size="screen"
      >
        {({ items }) => (
          <div className={styles.list}>
            <LongList
              label="Incidents"
              items={items}
              getKey={idOf}
              getHref={({ number }) => links.incident(number)}
              window={list.window}
              getTone={(incident) => (isLive(incident) ? undefined : 'muted')}
              renderRow={(incident) => {
                const Content = list.isFollowed(incident) ? IncidentRow : FoundIncidentRow;
                return (
                  <Content
                    incident={incident}
                    services={servicesOf(incident).join(', ')}
                    nameOf={people.name}
                    severityNames={severityNames}
                  />
                );
              }}
            />
          </div>
        )}
      </QueryView>
    </div>
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

interface NothingProps {
  readonly none: boolean;
  /** Whether a search has not looked through all. */
  readonly isPart: boolean;
  readonly onClear: () => void;
}

function Nothing({ none, isPart, onClear }: NothingProps) {
  if (none)
    return (
      <EmptyState icon={<Flame className="icon" />} title="No incidents yet" action={<DeclareLink />}>
        When something breaks, declare it: that opens a room and pages the right people.
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing matches" action={<Button onClick={onClear}>Show all</Button>}>
      {isPart
        ? 'None of the incidents that were looked through fits.'
        : 'No incident fits what you filter by.'}
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
