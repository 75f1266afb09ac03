/** Sheet of one alert: its signal, its history, its actions. */
import BookOpen from 'lucide-react/icons/book-open';
import { flappingText, routeText } from '#domain/alert/labels.ts';
import { runbookOf } from '#domain/alert/transitions.ts';
import type { Alert } from '#domain/alert/schema.ts';
import { nobodyPaged, reasonsTitle } from '#domain/page/why-title.ts';
import { hasPagedFor } from '#domain/page/why.ts';
import { acknowledgersOf } from '#domain/page/holder.ts';
import { waitsForHours } from '#domain/page/joining.ts';
import type { Service } from '#domain/service/schema.ts';
import { suggestedSeverity } from '#domain/incident/severity.ts';
import { useAlert, useServices } from '#src/data/queries/alerts.ts';
import type { LiveList } from '#src/data/client/documents.ts';
import { useIncidentById } from '#src/data/queries/incidents.ts';
import { links } from '#src/data/links.ts';
import { useHoldingMaintenance } from '#src/data/queries/maintenance.ts';
import { usePage } from '#src/data/queries/pages.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { useMayRun, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { useView, type View } from '#src/data/client/view.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { NotSeen } from '#src/ui/not-seen.tsx';
import { Sheet } from '#src/ui/dialog.tsx';
import { EmptyState, ErrorState } from '#src/ui/empty-state.tsx';
import { lazyPart } from '#src/ui/lazy-part.ts';
import { Link } from '#src/ui/link.tsx';
import { DefinitionList } from '#src/ui/panel.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { WhyDisclosure } from '#src/components/why-disclosure.tsx';
import { SnoozedUntil } from '#src/components/snoozed-until.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { Time } from '#src/ui/time.tsx';
import { AlertActions } from './alert-actions.tsx';
import styles from './alerts.module.css';
import { PageActions } from './page-actions.tsx';
import { useUnderWay } from './under-way.ts';

const whoWouldBePaged = lazyPart(() => import('./later.ts'), 'WhoWouldBePaged');
const alertHistory = lazyPart(() => import('./later.ts'), 'AlertHistory');
const whyAlert = lazyPart(() => import('./later.ts'), 'WhyAlert');

interface AlertSheetProps {
  readonly alertId: string;
  onClose(): void;
}

export function AlertSheet({ alertId, onClose }: AlertSheetProps) {
  const { data, failure } = useView(useAlert(alertId));
  const alert = data?.value;
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={alert?.summary ?? 'Alert'}
      footer={alert && <AlertActions alert={alert} />}
    >
      {failure?.notSeen && data === undefined ? (
        <NotSeen size="screen" />
      ) : failure ? (
        <ErrorState
          title="This alert can’t be read"
          meaning={failure.meaning}
          action={<Button onClick={failure.retry}>Try again</Button>}
        />
      ) : data === undefined ? (
        <Skeleton label="Loading the alert" shape="text" count={6} />
      ) : alert ? (
        <Facts alert={alert} />
      ) : (
        <EmptyState title="There is no such alert">The link may be old, or of another team.</EmptyState>
      )}
    </Sheet>
  );
}

function Facts({ alert }: { readonly alert: Alert }) {
  const { severityNames } = useSettings();
  const people = usePeople();
  const { me } = useTeam();
  const underWay = useUnderWay()(alert.id);
  const services = useView(useServices());
  const held = useHoldingMaintenance(alert);
  const mayPlan = useMayRun()('saveMaintenance').allowed && alert.status !== 'resolved';
  const maintenance = mayPlan
    ? [
        {
          term: 'Maintenance',
          value: (
            <Link look="text" href={links.newMaintenance({ alert: alert.id })}>
              Plan maintenance
            </Link>
          ),
        },
      ]
    : [];
  const found = usePage(alert.pageId);
  const page = found.data?.value;
  const isPageKnown = alert.pageId === null || found.data !== undefined;
  const severity = suggestedSeverity(alert.severity);
  const incident = useIncidentById(alert.incidentId).data?.value;
  const runbook = runbookOf(alert);
  const otherLinks = alert.links.filter(({ href }) => href !== runbook);

  const items = [
    {
      term: 'Status',
      value: (
        <span className={styles.state}>
          <StatusMark of="alert" state={alert.status} />
          {underWay && <Badge tone="caution">{underWay}</Badge>}
        </span>
      ),
    },
    ...(held === null
      ? maintenance
      : [
          {
            term: 'Held by maintenance',
            value: (
              <>
                <Link look="text" href={links.maintenanceWindow(held.window.id)}>
                  {held.window.name}
                </Link>{' '}
                until <Time at={held.untilAt} form="moment" />
              </>
            ),
          },
        ]),
    ...(alert.suppressedUntilAt === null
      ? []
      : [
          {
            term: alert.flapping ? 'Pages nobody until' : 'Snoozed until',
            value: <Time at={alert.suppressedUntilAt} />,
          },
        ]),
    ...(alert.flapping ? [{ term: 'Flapping', value: flappingText(alert.flapping, alert.createdAt) }] : []),
    {
      term: 'Severity',
      value: <SeverityMark severity={severity} name={severityNames[severity]} />,
    },
    { term: 'Service', value: serviceName(services, alert.serviceId) },
    ...(alert.route ? [{ term: 'Routed', value: routeText(alert.route) }] : []),
    { term: 'Started', value: <Time at={alert.startsAt} /> },
    { term: 'Last seen', value: <Time at={alert.lastAt} /> },
    { term: 'Occurrences', value: `${alert.count}` },
    ...(alert.status === 'resolved' ? [] : [{ term: 'Firing', value: `${alert.firing}` }]),
    ...(alert.acknowledgedBy ? [{ term: 'Acknowledged by', value: people.name(alert.acknowledgedBy) }] : []),
    ...(alert.status === 'joined' && page
      ? [{ term: 'Joined', value: joinedText(acknowledgersOf(page).map((id) => people.name(id))) }]
      : []),
    ...(page
      ? [
          {
            term: 'Page',
            value: (
              <>
                <span className={styles.state}>
                  <StatusMark of="page" state={page.status} />
                  <SnoozedUntil at={page.snoozedUntilAt} />
                </span>{' '}
                {waitsForHours(page) && page.nextAt !== null && (
                  <>
                    Waits for support hours, <Time at={page.nextAt} form="moment" />
                  </>
                )}
                {page.status === 'notifying' && page.waitingFor.map((id) => people.name(id)).join(', ')}{' '}
                {(page.alertCount ?? 1) > 1 && (
                  <Link look="text" href={links.alertsOfPage(page.id)}>
                    for {(page.alertCount ?? 1).toLocaleString('en')} alerts
                  </Link>
                )}{' '}
                <PageActions page={page} />
              </>
            ),
          },
        ]
      : []),
    ...(incident
      ? [
          {
            term: 'Incident',
            value: (
              <Link look="text" href={links.incident(incident.number)}>
                #{incident.number} {incident.title}
              </Link>
            ),
          },
        ]
      : []),
  ];
  const labels = Object.entries(alert.labels);

  return (
    <div className={styles.facts}>
      {runbook !== null && (
        <Link look="button" href={runbook} target="_blank" rel="noreferrer" className={styles.runbook}>
          <BookOpen className="icon" />
          Open the runbook
        </Link>
      )}
      <DefinitionList items={items} />
      {isPageKnown && (
        <WhyDisclosure title={page && hasPagedFor(alert, page) ? reasonsTitle(page, me.id) : nobodyPaged}>
          <whyAlert.Component alert={alert} page={page ?? null} />
        </WhyDisclosure>
      )}
      <WhyDisclosure title="History and comments">
        <alertHistory.Component alert={alert} />
      </WhyDisclosure>
      <WhyDisclosure title="Who would be paged for it at another time?">
        <whoWouldBePaged.Component alert={alert} />
      </WhyDisclosure>
      {otherLinks.length > 0 && (
        <ul className={styles.links}>
          {otherLinks.map((link) => (
            <li key={link.href}>
              <Link look="text" href={link.href} target="_blank" rel="noreferrer">
                {link.text}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {labels.length > 0 && (
        <ul className={styles.labels} aria-label="Labels">
          {labels.map(([name, value]) => (
            <li key={name} className={styles.label}>
              <span className={styles.labelName}>{name}</span> {value}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** `holders`: of the page that it joined. */
const joinedText = (holders: readonly string[]): string =>
  holders.length === 0
    ? 'The page that it joined has ended. Nobody has acknowledged this alert.'
    : `A page that ${holders.join(' and ')} ${holders.length === 1 ? 'holds' : 'hold'}. Nobody has acknowledged this alert.`;

/** A service that can’t be read is not the same as none. */
function serviceName({ data, failure }: View<LiveList<Service>>, id: string | null): string {
  if (id === null) return 'None';
  const found = data?.items.find(({ value }) => value.id === id);
  if (found) return found.value.name;
  if (failure) return 'Can’t be read';
  return data ? 'A service that is gone' : '…';
}
