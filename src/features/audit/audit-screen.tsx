/** Audit of the team, newest first. The filter is in the address. */
import ScrollText from 'lucide-react/icons/scroll-text';
import { useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { constants } from '#domain/constants.ts';
import { links } from '#src/data/links.ts';
import { type AuditPlace, auditPage, useAuditPage } from '#src/data/queries/audit.ts';
import { useWhichHref } from '#src/data/queries/set-aside.ts';
import { useMay, useTeam } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { UnreadableNote } from '#src/components/unreadable-note.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useKey } from '#src/ui/keys.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { VisibleItems } from '#src/ui/visible-items.tsx';
import { AuditRow } from './audit-entry.tsx';
import { AuditExport } from './audit-export.tsx';
import { type AuditFilter, everything, queryOf, readAuditFilter, writeAuditFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import styles from './audit.module.css';

const description = `What every command changed, kept for ${constants.auditDays} days. Comments, tasks and files are told by the timeline of their incident; what Muster does by itself is told there and on the page.`;

export function AuditScreen() {
  const verdict = useMay()('readAudit');
  const search = useSearch();
  if (!verdict.allowed)
    return (
      <div>
        <PageHeader title="Audit" />
        <EmptyState icon={<ScrollText className="icon" />} title="The audit is for owners">
          {verdict.reason}
        </EmptyState>
      </div>
    );
  return <Audit search={search} />;
}

function Audit({ search }: { readonly search: string }) {
  const [, navigate] = useLocation();
  const filter = useMemo(() => readAuditFilter(search), [search]);
  const change = (next: AuditFilter) => {
    const written = writeAuditFilter(next);
    navigate(written === '' ? links.audit() : `${links.audit()}?${written}`, { replace: true });
  };
  return (
    <div>
      <PageHeader title="Audit" description={description} actions={<AuditExport filter={filter} />} />
      <AuditFilters filter={filter} onChange={change} />
      {/* Another filter begins at its newest entry. */}
      <Pages key={writeAuditFilter(filter)} filter={filter} onChange={change} />
    </div>
  );
}

interface PagesProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

function Pages({ filter, onChange }: PagesProps) {
  const { team } = useTeam();
  /** Beginning of the shown page, after those of the pages before it. */
  const [places, setPlaces] = useState<readonly AuditPlace[]>([]);
  const page = useAuditPage(queryOf(filter, team.timezone), places.at(-1) ?? null);
  const view = useView(page);
  const whichHref = useWhichHref();
  const items = view.data?.items.map(({ value }) => value).slice(0, auditPage) ?? [];
  const last = (view.data?.items.length ?? 0) > auditPage ? items.at(-1) : undefined;
  const isFiltered = writeAuditFilter(filter) !== '';
  return (
    <>
      <UnreadableNote
        count={view.data?.unreadable.length ?? 0}
        noun="entry"
        plural="entries"
        whichHref={whichHref}
        flush
      />
      <QueryView
        view={view}
        failed="The audit can’t be read"
        loading={<Skeleton label="Loading the audit" shape="rows" count={10} />}
        empty={
          isFiltered ? (
            <EmptyState
              title="Nothing matches"
              action={<Button onClick={() => onChange(everything)}>Show all</Button>}
            >
              No entry fits what you filter by.
            </EmptyState>
          ) : (
            <EmptyState icon={<ScrollText className="icon" />} title="Nothing has been changed yet">
              Everything that somebody changes from now on is listed here.
            </EmptyState>
          )
        }
        size="screen"
      >
        {() => <Entries items={items} onlyAbout={(about) => onChange({ ...filter, about })} />}
      </QueryView>
      {places.length > 0 || last ? (
        <nav className={styles.pages} aria-label="Pages of the audit">
          <Button
            disabledReason={places.length === 0 && 'These are the newest.'}
            onClick={() => setPlaces(places.slice(0, -1))}
          >
            Newer
          </Button>
          <Button
            disabledReason={!last && 'These are the oldest.'}
            onClick={() => {
              if (last) setPlaces([...places, { id: last.id, createdAt: last.createdAt }]);
            }}
          >
            Older
          </Button>
        </nav>
      ) : null}
    </>
  );
}

interface EntriesProps {
  readonly items: readonly Parameters<typeof AuditRow>[0]['entry'][];
  readonly onlyAbout: (about: string) => void;
}

/** Heights of a row before it is measured, in pixels. */
const rowHeights = { wide: 37, narrow: 61 };

const idOf = ({ id }: EntriesProps['items'][number]): string => id;

/** j and k move, Enter opens. */
function Entries({ items, onlyAbout }: EntriesProps) {
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  const step = (by: number) => {
    const rows = Array.from(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []);
    const at = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement));
    rows[Math.min(Math.max(0, at === -1 ? 0 : at + by), rows.length - 1)]?.focus();
  };
  useKey('j', 'Next row', () => step(1), { group: 'Lists' });
  useKey('k', 'Previous row', () => step(-1), { group: 'Lists' });
  return (
    <div ref={list}>
      <VisibleItems
        label="Audit"
        items={items}
        getKey={idOf}
        renderItem={(entry) => (
          <AuditRow
            entry={entry}
            open={open.has(entry.id)}
            onToggle={() => toggle(entry.id)}
            onlyAbout={onlyAbout}
          />
        )}
        rowHeight={useMedia('(min-width: 720px)') ? rowHeights.wide : rowHeights.narrow}
        className={styles.list}
        rowClassName={styles.entry}
        most={20}
      />
    </div>
  );
}
