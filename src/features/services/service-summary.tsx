/** Settings of a service, in words. */
import { alertSeverities } from '#domain/alert/schema.ts';
import { defaultJoining, type Service } from '#domain/service/schema.ts';
import { windowText } from '#domain/schedule/window-text.ts';
import { supportAt } from '#domain/service/support-hours.ts';
import { dependentsOf } from '#domain/service/transitions.ts';
import { zoneText } from '#domain/timezone.ts';
import { useServerNow } from '#src/data/client/server-now.ts';
import { links } from '#src/data/links.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { Link } from '#src/ui/link.tsx';
import { DefinitionList } from '#src/ui/panel.tsx';
import { Time } from '#src/ui/time.tsx';
import styles from './services.module.css';

export interface ServiceSummaryProps {
  readonly service: Service;
  readonly all: readonly Service[];
}

export function ServiceSummary({ service, all }: ServiceSummaryProps) {
  const people = usePeople();
  const { ownerId, dependsOn = [] } = service;
  const needs = all.filter(({ id }) => dependsOn.includes(id));
  return (
    <DefinitionList
      items={[
        {
          term: 'Looked after by',
          value:
            ownerId == null ? (
              'Nobody'
            ) : (
              <span className={styles.person}>
                <Avatar person={{ id: ownerId, name: people.name(ownerId) }} size="small" decorative />
                {people.name(ownerId)}
              </span>
            ),
        },
        { term: 'Support hours', value: <SupportText service={service} /> },
        { term: 'Several alerts', value: joiningText(service) },
        { term: 'Depends on', value: <ServiceLinks services={needs} none="Nothing" /> },
        {
          term: 'Needed by',
          value: <ServiceLinks services={dependentsOf(all, service.id)} none="No other service" />,
        },
      ]}
    />
  );
}

function joiningText({ joining = defaultJoining }: Service): string {
  if (joining === null) return 'Each pages by itself';
  const { severities, minutes } = joining;
  const which = severities.length === alertSeverities.length ? 'All severities' : severities.join(', ');
  return `Join one page for ${minutes} min (${which.toLowerCase()})`;
}

function SupportText({ service: { supportHours = null } }: { readonly service: Service }) {
  const now = useServerNow(60_000);
  const { supported, changesAt } = supportAt(supportHours, now);
  if (supportHours === null) return 'Around the clock';
  return (
    <div className={styles.lines}>
      <span>
        {supportHours.windows.map(windowText).join('; ')} ({zoneText(supportHours.timezone)})
      </span>
      <span className={styles.muted}>
        {supported ? 'Supported now' : 'Not supported now'}
        {changesAt === null ? null : (
          <>
            {supported ? ', until ' : ', again from '}
            <Time at={changesAt} form="moment" />
          </>
        )}
      </span>
    </div>
  );
}

function ServiceLinks({ services, none }: { readonly services: readonly Service[]; readonly none: string }) {
  if (services.length === 0) return none;
  return (
    <ul className={styles.lines}>
      {services.map(({ id, name }) => (
        <li key={id}>
          <Link href={links.service(id)} look="text">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
