/** The alerts of the team: one row per alert, whatever its number of occurrences. */
import BellRing from 'lucide-react/icons/bell-ring';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { flappingText } from '#domain/alert/labels.ts';
import type { Alert } from '#domain/alert/schema.ts';
import { pageTitle } from '#domain/page/joining.ts';
import { suggestedSeverity } from '#domain/incident/severity.ts';
import { type AlertFilter, useAlerts, useListedAlerts, useServices } from '#src/data/queries/alerts.ts';
import { links } from '#src/data/links.ts';
import { usePage } from '#src/data/queries/pages.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { useWhichHref } from '#src/data/queries/set-aside.ts';
import { useMayRun, useTeam } from '#src/data/queries/team.tsx';
import { useSettings } from '#src/data/client/settings.ts';
import { useView } from '#src/data/client/view.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Field } from '#src/ui/field.tsx';
import { List, Row } from '#src/ui/list.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { Ago } from '#src/ui/time.tsx';
import { UnreadableNote } from '#src/components/unreadable-note.tsx';
import { AlertSheet } from './alert-sheet.tsx';
import styles from './alerts.module.css';
import { Selection } from './selection.tsx';
import { useUnderWay } from './under-way.ts';

const filters = [
  { value: 'active', label: 'Active' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
] as const;
const isFilter = (value: string | null): value is AlertFilter =>
  filters.some((filter) => filter.value === value);

/** Number of alerts read at first, and with each “Show more”. */
const portion = 100;

export function AlertsScreen() {
  const [params, setParams] = useSearchParams();
  const services = useServices().data?.items.map((item) => item.value) ?? [];
  const { severityNames } = useSettings();
  const control = useControl();
  const { team } = useTeam();
  const underWay = useUnderWay();
  const edits = useMayRun()('linkAlert').allowed;
  const asked = params.get('show');
  const show = isFilter(asked) ? asked : 'active';
  const pageId = params.get('page');
  const [count, setCount] = useState(portion);
  const alerts = useListedAlerts({ show, pageId, count });
  // All alerts, for an empty list; the frame reads them anyway.
  const total = useAlerts().data?.items.length ?? 0;
  const words = params.get('q') ?? '';
  const open = params.get('alert');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());

  const change = (key: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null || value === '') next.delete(key);
        else next.set(key, value);
        return next;
      },
      { replace: true },
    );

  const all = alerts.data?.items.map((item) => item.value) ?? [];
  const unreadable = alerts.data?.unreadable ?? [];
  const whichHref = useWhichHref();
  const serviceName = (id: string | null) => services.find((service) => service.id === id)?.name;
  const found = all.filter((alert) => matches(alert, words, serviceName(alert.serviceId)));
  const chosen = found.filter(({ id }) => selected.has(id));
  const view = useView({
    data: alerts.data && {
      items: found,
      unreadable: all.length === 0 ? unreadable : [],
      fromCache: all.length === 0 && alerts.data.fromCache,
    },
    error: alerts.error,
  });
  const hrefOf = (alert: Alert) => {
    const next = new URLSearchParams(params);
    next.set('alert', alert.id);
    return `${links.alerts()}?${next.toString()}`;
  };

  return (
    <div className={styles.screen}>
      <PageHeader
        title="Alerts"
        description="Alerts from your monitoring. A repeated alert raises its number of occurrences."
      />
      <div className={styles.filters}>
        <SegmentedControl
          label="Which alerts"
          hideLabel
          options={filters}
          value={show}
          onChange={(value) => change('show', value === 'active' ? null : value)}
        />
        <Field label="Find" hideLabel compact className={styles.find}>
          <TextInput
            type="search"
            placeholder="Find by summary, service or label"
            value={words}
            onChange={(event) => change('q', event.target.value)}
          />
        </Field>
      </div>
      {pageId !== null && <PageFilter pageId={pageId} onShowAll={() => change('page', null)} />}
      <UnreadableNote count={unreadable.length} noun="alert" whichHref={whichHref} flush />
      <div className={styles.list}>
        <QueryView
          view={view}
          failed="The alerts can’t be read"
          loading={<Skeleton label="Loading the alerts" shape="rows" count={8} />}
          empty={
            <EmptyState
              icon={<BellRing className="icon" />}
              title={emptyTitle(total, show, words)}
              action={words !== '' && <Button onClick={() => change('q', null)}>Show all of them</Button>}
            >
              {emptyAdvice(total, show, words, control !== null && team.demonstration)}
            </EmptyState>
          }
          size="screen"
        >
          {() => (
            <List
              label="Alerts"
              items={found}
              getKey={(alert) => alert.id}
              getHref={hrefOf}
              {...(edits && {
                selection: { selected, onChange: setSelected, getName: ({ summary }: Alert) => summary },
              })}
              getTone={(alert) => (alert.status === 'resolved' ? 'muted' : undefined)}
              renderRow={(alert) => {
                const severity = suggestedSeverity(alert.severity);
                return (
                  <Row
                    lead={<SeverityMark severity={severity} name={severityNames[severity]} form="shape" />}
                    title={alert.summary}
                    detail={serviceName(alert.serviceId)}
                    trail={
                      <>
                        {underWay(alert.id) !== undefined && (
                          <Badge tone="caution">{underWay(alert.id)}</Badge>
                        )}
                        {alert.flapping && (
                          <Badge>Flapping: {flappingText(alert.flapping, alert.createdAt)}</Badge>
                        )}
                        {alert.count > 1 && <Badge>×{alert.count}</Badge>}
                      </>
                    }
                    status={<StatusMark of="alert" state={alert.status} />}
                    when={<Ago at={alert.lastAt} />}
                  />
                );
              }}
            />
          )}
        </QueryView>
        {all.length >= count && (
          <div className={styles.more}>
            <span>The {all.length.toLocaleString('en')} with the newest activity are shown.</span>
            <Button onClick={() => setCount(count + portion)}>Show {portion} more</Button>
          </div>
        )}
      </div>
      {chosen.length > 0 ? <Selection alerts={chosen} shown={found} onChange={setSelected} /> : null}
      {open !== null && <AlertSheet alertId={open} onClose={() => change('alert', null)} />}
    </div>
  );
}

/** The list holds what one page asks for. */
function PageFilter({ pageId, onShowAll }: { readonly pageId: string; readonly onShowAll: () => void }) {
  const page = usePage(pageId).data?.value;
  return (
    <div className={styles.selection}>
      <span className={styles.selected}>
        {page ? `Alerts of the page “${pageTitle(page, null)}”` : 'Alerts of one page'}
      </span>
      <Button onClick={onShowAll}>Show all alerts</Button>
    </div>
  );
}

function matches(alert: Alert, words: string, service = ''): boolean {
  const text = [alert.summary, service, ...Object.entries(alert.labels).flat()].join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function emptyTitle(total: number, show: AlertFilter, words: string): string {
  if (words !== '') return 'Nothing found';
  if (total === 0) return 'No alerts yet';
  return show === 'active' ? 'No open alerts' : 'Nothing here';
}

function emptyAdvice(total: number, show: AlertFilter, words: string, rehearsing: boolean): string {
  if (words !== '') return 'No alert has these words. Try fewer of them.';
  if (total > 0 && show === 'active') return 'No open alerts.';
  if (total > 0) return 'Choose another list above.';
  return rehearsing
    ? 'Open the rehearsal panel (g, then d) and fire one: it appears here.'
    : 'Alerts that your monitoring sends to this team appear here.';
}
