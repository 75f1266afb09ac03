/** Services of the team with their open alerts, live incidents, and the recipients of a page now. */
import Boxes from 'lucide-react/icons/boxes';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { Service } from '#domain/service/schema.ts';
import { links } from '#src/data/links.ts';
import { useActiveAlerts, useServices } from '#src/data/queries/alerts.ts';
import { useLiveIncidents } from '#src/data/queries/incidents.ts';
import { useWhichHref } from '#src/data/queries/set-aside.ts';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { allAnswered, useView } from '#src/data/client/view.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { UnreadableNote } from '#src/components/unreadable-note.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Field } from '#src/ui/field.tsx';
import { Link } from '#src/ui/link.tsx';
import { List, Row } from '#src/ui/list.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './services.module.css';
import { useFirstAsked, useFirstAskedRead } from './first-asked.ts';

export function ServicesScreen() {
  const services = useServices();
  const [params, setParams] = useSearchParams();
  const words = params.get('q') ?? '';
  const whichHref = useWhichHref();
  const all = useMemo(() => services.data?.items.map((item) => item.value) ?? [], [services.data]);
  const found = useMemo(() => all.filter((service) => matches(service, words)), [all, words]);
  const unreadable = services.data?.unreadable ?? [];
  // The part above the list shows while it loads, so that the list does not jump.
  const none = services.data !== undefined && all.length === 0;
  // Details of rows appear together with them: rows would grow otherwise.
  const detailed = [allAnswered(useActiveAlerts(), useLiveIncidents()), useFirstAskedRead()].every(Boolean);
  const data = services.data && detailed ? { ...services.data, items: found } : undefined;
  const view = useView({ data, error: services.error });
  const find = (text: string) => setParams(text === '' ? {} : { q: text }, { replace: true });

  return (
    <div>
      <PageHeader
        title="Services"
        description="What can break, who looks after it, and who is paged."
        actions={none ? undefined : <AddService />}
      />
      {none ? null : (
        <div className={styles.filters}>
          <Field label="Find" hideLabel compact className={styles.find}>
            <TextInput
              type="search"
              placeholder="Find by name or description"
              value={words}
              onChange={(event) => find(event.target.value)}
            />
          </Field>
        </div>
      )}
      <UnreadableNote count={unreadable.length} noun="service" whichHref={whichHref} flush />
      <div className={styles.list}>
        <QueryView
          view={view}
          failed="The services can’t be read"
          loading={<Skeleton label="Loading the services" shape="rows" count={6} />}
          empty={
            words === '' ? (
              <EmptyState icon={<Boxes className="icon" />} title="No services yet" action={<AddService />}>
                A service is what alerts and incidents are about: add the first one, and choose who is paged
                for it.
              </EmptyState>
            ) : (
              <EmptyState
                icon={<Boxes className="icon" />}
                title="Nothing found"
                action={<Button onClick={() => find('')}>Show all of them</Button>}
              >
                No service has these words.
              </EmptyState>
            )
          }
          size="screen"
        >
          {() => <ServiceList services={found} />}
        </QueryView>
      </div>
    </div>
  );
}

function AddService() {
  const verdict = useMayRun()('saveService');
  return verdict.allowed ? (
    <Link href={links.newService()} look="primary">
      Add a service
    </Link>
  ) : (
    <Button variant="primary" disabledReason={verdict.reason}>
      Add a service
    </Button>
  );
}

function ServiceList({ services }: { readonly services: readonly Service[] }) {
  const people = usePeople();
  const alerts = useActiveAlerts().data?.items ?? [];
  const incidents = useLiveIncidents().data?.items ?? [];
  const firstAsked = useFirstAsked();
  return (
    <List
      label="Services"
      items={services}
      getKey={({ id }) => id}
      getHref={({ id }) => links.service(id)}
      renderRow={(service) => {
        const open = alerts.filter(({ value }) => value.serviceId === service.id).length;
        const live = incidents.filter(({ value }) => value.serviceIds.some((id) => id === service.id)).length;
        const asked = firstAsked(service);
        const [first] = asked ?? [];
        return (
          <Row
            title={service.name}
            detail={service.description}
            trail={open + live > 0 ? <Wrong alerts={open} incidents={live} /> : null}
            status={
              asked === null ? null : first === undefined ? (
                <span className={styles.muted}>
                  {service.policyId === null ? 'Pages nobody' : 'Nobody on call'}
                </span>
              ) : (
                <span className={styles.asked}>
                  <Avatar person={{ id: first, name: people.name(first) }} size="small" decorative />
                  <span className={styles.askedName}>
                    {people.name(first)}
                    {asked.length > 1 ? ` and ${asked.length - 1} more` : ''}
                  </span>
                </span>
              )
            }
          />
        );
      }}
    />
  );
}

function Wrong({ alerts, incidents }: { readonly alerts: number; readonly incidents: number }) {
  return (
    <>
      {alerts > 0 ? <Badge tone="caution">{alerts === 1 ? '1 alert' : `${alerts} alerts`}</Badge> : null}
      {incidents > 0 ? <Badge>{incidents === 1 ? '1 incident' : `${incidents} incidents`}</Badge> : null}
    </>
  );
}

function matches({ name, description }: Service, words: string): boolean {
  const text = `${name} ${description}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
