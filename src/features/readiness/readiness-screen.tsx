/** Reachability of the team: a row a person, those who need something first; it opens to the ways to the person. */
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { ReadinessDuty } from '#domain/readiness/duty.ts';
import { canBeCountedOn, type ReadinessRow } from '#domain/readiness/rows.ts';
import { useReadiness } from '#src/data/queries/readiness.ts';
import { useMay, useTeam } from '#src/data/queries/team.tsx';
import { unpagedHref, useUnpagedSources } from '#src/data/queries/unpaged.ts';
import { useView } from '#src/data/client/view.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { UnpagedList } from '#src/components/unpaged-list.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { cx } from '#src/ui/cx.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Field } from '#src/ui/field.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { Time } from '#src/ui/time.tsx';
import { WayDetails } from './way-details.tsx';
import { ReachWord } from './reach-word.tsx';
import styles from './readiness.module.css';

export function ReadinessScreen() {
  const { rows, incomplete, error, reload } = useReadiness();
  const seesAll = useMay()('readiness').allowed;
  const [params, setParams] = useSearchParams();
  const words = params.get('q') ?? '';
  const found = rows?.filter(({ name }) =>
    name.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase()),
  );
  const { data, failure } = useView({ data: found && { items: found, unreadable: [] }, error });
  // The server's answer is no live query.
  const retry = () => {
    failure?.retry();
    reload();
  };
  const view = { data, failure: failure && { ...failure, retry } };
  const missing = rows?.filter((row) => !canBeCountedOn(row)).length ?? 0;
  const find = (text: string) => setParams(text === '' ? {} : { q: text }, { replace: true });
  return (
    <div>
      <PageHeader
        title="Readiness"
        description={
          rows === undefined || !seesAll
            ? 'Who could be reached now, and what is missing.'
            : missing === 0
              ? 'Everybody could be reached now.'
              : `${missing} of ${rows.length} can’t be counted on now.`
        }
      />
      {seesAll ? <Unpaged /> : null}
      {seesAll ? (
        <div className={styles.filters}>
          <Field label="Find" hideLabel compact className={styles.find}>
            <TextInput
              type="search"
              placeholder="Find by name"
              value={words}
              onChange={(event) => find(event.target.value)}
            />
          </Field>
        </div>
      ) : (
        <div className={styles.note}>
          <Banner kind="info">You see yourself. Admins see how everybody can be reached.</Banner>
        </div>
      )}
      {incomplete ? (
        <div className={styles.note}>
          <Banner kind="caution">
            The team has more devices, webhooks or addresses than are shown here: some people have more than
            their row says.
          </Banner>
        </div>
      ) : null}
      <QueryView
        view={view}
        failed="Who could be reached can’t be read"
        loading={<Skeleton label="Loading who could be reached" shape="rows" count={6} />}
        empty={
          words === '' ? (
            <EmptyState title="You are never paged">
              Viewers read along. Ask an owner for another role if pages are to reach you.
            </EmptyState>
          ) : (
            <EmptyState
              title="Nobody is called that"
              action={<Button onClick={() => find('')}>Show everybody</Button>}
            >
              Nobody who may be paged has these words in their name.
            </EmptyState>
          )
        }
        size="screen"
      >
        {({ items }) => <ReadinessTable rows={items} />}
      </QueryView>
    </div>
  );
}

function Unpaged() {
  const sources = useUnpagedSources();
  return sources.length === 0 ? null : (
    <div className={styles.note}>
      <UnpagedList sources={sources} hrefOf={unpagedHref} />
    </div>
  );
}

function ReadinessTable({ rows }: { readonly rows: readonly ReadinessRow[] }) {
  const { me } = useTeam();
  const [opened, setOpened] = useState<string | null>(rows.length === 1 ? (rows[0]?.userId ?? null) : null);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col" className={styles.duty}>
            On call
          </th>
          <th scope="col" className={styles.reach}>
            High urgency
          </th>
          <th scope="col" className={styles.reach}>
            Low urgency
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PersonRow
            key={row.userId}
            row={row}
            own={row.userId === me.id}
            open={row.userId === opened}
            onToggle={() => setOpened(row.userId === opened ? null : row.userId)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface PersonRowProps {
  readonly row: ReadinessRow;
  readonly own: boolean;
  readonly open: boolean;
  onToggle(): void;
}

function PersonRow({ row, own, open, onToggle }: PersonRowProps) {
  const { userId, name, duty, reach } = row;
  return (
    <>
      <tr className={styles.row}>
        <th scope="row">
          <button type="button" className={styles.toggle} aria-expanded={open} onClick={onToggle}>
            <ChevronRight className={cx('icon', styles.arrow)} aria-hidden />
            <Avatar person={{ id: userId, name }} decorative />
            <span className={styles.name}>
              {name}
              {own ? <span className={styles.you}> (you)</span> : null}
            </span>
          </button>
          {duty === null ? null : (
            <p className={styles.phoneDuty}>
              <Duty duty={duty} />
            </p>
          )}
          <p className={styles.phoneReach}>
            High urgency <ReachWord reach={reach.high} /> Low urgency <ReachWord reach={reach.low} />
          </p>
        </th>
        <td className={styles.duty}>{duty === null ? null : <Duty duty={duty} />}</td>
        <td className={styles.reach}>
          <ReachWord reach={reach.high} />
        </td>
        <td className={styles.reach}>
          <ReachWord reach={reach.low} />
        </td>
      </tr>
      {open ? (
        <tr>
          <td colSpan={4} className={styles.opened}>
            <WayDetails row={row} own={own} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

const Duty = ({ duty: { kind, schedules, at } }: { readonly duty: ReadinessDuty }) => (
  <>
    <Badge tone={kind === 'now' ? 'accent' : 'neutral'}>{kind === 'now' ? 'On call now' : 'Next'}</Badge>{' '}
    <span className={styles.when}>
      {schedules.join(', ')}, {kind === 'now' ? 'until' : 'from'} <Time at={at} form="moment" />
    </span>
  </>
);
