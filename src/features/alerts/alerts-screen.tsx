/** The alerts of the team: one row per alert, whatever its number of occurrences. */
import BellRing from 'lucide-react/icons/bell-ring';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { Alert } from '#domain/alert/schema.ts';
import { pageTitle } from '#domain/page/joining.ts';
import { useAlerts, useServices } from '#src/data/queries/alerts.ts';
import type { AlertFilter } from '#src/data/queries/listed-alerts.ts';
import { links } from '#src/data/links.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { usePage } from '#src/data/queries/pages.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { useWhichHref } from '#src/data/queries/set-aside.ts';
import { useMayRun, useTeam } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Field } from '#src/ui/field.tsx';
import { LongList } from '#src/ui/long-list.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { UnreadableNote } from '#src/components/unreadable-note.tsx';
import { SearchStatus } from '#src/components/search-status.tsx';
import { AlertRow, FoundAlertRow } from './alert-row.tsx';
import { AlertSheet } from './alert-sheet.tsx';
import styles from './alerts.module.css';
import { Selection } from './selection.tsx';
import { useUnderWay } from './under-way.ts';
import { useAlertList } from '#src/data/queries/alert-list.ts';
import { useSelected } from './use-selected.ts';

const filters = [
  { value: 'active', label: 'Active' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
] as const;
const isFilter = (value: string | null): value is AlertFilter =>
  filters.some((filter) => filter.value === value);
const nouns = { active: 'active alerts', resolved: 'resolved alerts', all: 'alerts' } as const;
const idOf = ({ id }: Alert): string => id;

export function AlertsScreen() {
  const [params, setParams] = useSearchParams();
  const found = useServices().data?.items;
  const services = useMemo(() => (found ?? []).map(({ value }) => value), [found]);
  const control = useControl();
  const { team } = useTeam();
  const { severityNames } = useSettings();
  const underWay = useUnderWay();
  const edits = useMayRun()('linkAlert').allowed;
  const asked = params.get('show');
  const show = isFilter(asked) ? asked : 'active';
  const pageId = params.get('page');
  // All alerts, for an empty list; the frame reads them anyway.
  const total = useAlerts().data?.items.length ?? 0;
  const words = params.get('q') ?? '';
  const open = params.get('alert');
  const { search, window: loaded, unreadable, ...list } = useAlertList({ show, pageId }, words, services);
  const alerts = list.alerts ?? [];
  const reachesEnd = loaded?.reachesEnd ?? true;
  const selected = useSelected({ alerts, reachesStart: loaded?.reachesStart ?? true, reachesEnd });

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

  const whichHref = useWhichHref();
  const serviceName = (id: string | null) => services.find((service) => service.id === id)?.name;
  const isEmpty = alerts.length === 0;
  const view = useView({
    data: list.alerts && {
      items: alerts,
      unreadable: isEmpty && words === '' ? unreadable : [],
      fromCache: isEmpty && (search?.fromCache ?? list.fromCache),
    },
    error: list.error,
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
      {search && (
        <SearchStatus
          noun={nouns[show]}
          {...search}
          total={list.total}
          onMore={() => search.more()}
          onStop={search.stop}
        />
      )}
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
              {search && search.status !== 'whole'
                ? 'None of the alerts that were looked through has these words.'
                : emptyAdvice(total, show, words, control !== null && team.demonstration)}
            </EmptyState>
          }
          size="screen"
        >
          {() => (
            <LongList
              label="Alerts"
              items={alerts}
              getKey={idOf}
              getHref={hrefOf}
              window={loaded}
              {...(edits && {
                selection: {
                  selected: selected.ids,
                  onChange: selected.change,
                  getName: ({ summary }: Alert) => summary,
                },
              })}
              getTone={(alert) => (alert.status === 'resolved' ? 'muted' : undefined)}
              renderRow={(alert) => {
                const Content = list.isLive(alert) ? AlertRow : FoundAlertRow;
                return (
                  <Content
                    alert={alert}
                    serviceName={serviceName(alert.serviceId)}
                    underWay={underWay(alert.id)}
                    severityNames={severityNames}
                  />
                );
              }}
            />
          )}
        </QueryView>
      </div>
      {selected.alerts.length > 0 ? (
        <Selection alerts={selected.alerts} shown={alerts} isWhole={reachesEnd} onChange={selected.change} />
      ) : null}
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
