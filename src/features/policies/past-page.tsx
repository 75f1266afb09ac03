/** A past page of a service that has the policy, as it would be with the policy that is being written. */
import { useMemo, useState } from 'react';
import { pageTitle } from '#domain/page/joining.ts';
import { recipientResolver } from '#domain/page/recipient-resolver.ts';
import type { Page } from '#domain/page/schema.ts';
import { type ReplayedPerson, replayPage } from '#domain/policy/page-replay.ts';
import { replayText, replayWords } from '#domain/policy/replay-labels.ts';
import type { FrozenPolicy } from '#domain/policy/schema.ts';
import { isPagedBy, policyFor } from '#domain/service/paging.ts';
import { useServerNow } from '#src/data/client/server-now.ts';
import { useView } from '#src/data/client/view.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useRoster } from '#src/data/queries/on-call.ts';
import { useServicePages } from '#src/data/queries/pages.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { Field } from '#src/ui/field.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Select } from '#src/ui/select.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { momentText } from '#src/ui/time-format.ts';
import styles from './policies.module.css';
import { useRehearsable } from './use-rehearsable.ts';

export interface PastPageProps {
  readonly policyId: string;
  /** The policy of the editor. */
  readonly policy: FrozenPolicy;
}

const mostOffered = 12;

export function PastPage({ policyId, policy }: PastPageProps) {
  const services = useView(useServices());
  return (
    <QueryView
      view={services}
      failed="The services can’t be read"
      loading={<Skeleton label="Loading the past pages" shape="text" count={2} />}
    >
      {({ items }) => {
        const paged = items.map(({ value }) => value).filter((service) => isPagedBy(service, policyId));
        if (paged.length === 0) return <p className={styles.muted}>No service has this policy yet.</p>;
        // High and low urgency may have policies of their own.
        const isOfPolicy = ({ serviceId, urgency }: Page) =>
          paged.some((service) => service.id === serviceId && policyFor(service, urgency) === policyId);
        return <Pages serviceIds={paged.map(({ id }) => id)} isOfPolicy={isOfPolicy} policy={policy} />;
      }}
    </QueryView>
  );
}

interface PagesProps {
  readonly serviceIds: readonly string[];
  readonly isOfPolicy: (page: Page) => boolean;
  readonly policy: FrozenPolicy;
}

function Pages({ serviceIds, isOfPolicy, policy }: PagesProps) {
  const pages = useView(useServicePages(serviceIds));
  const { zone } = useZones();
  const now = useServerNow(60_000);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <QueryView
      view={pages}
      failed="The past pages can’t be read"
      loading={<Skeleton label="Loading the past pages" shape="text" count={2} />}
    >
      {({ items }) => {
        const offered = items
          .map(({ value }) => value)
          .filter((page) => page.status !== 'pending' && isOfPolicy(page))
          .slice(0, mostOffered);
        if (offered.length === 0)
          return <p className={styles.muted}>Its services have not paged anybody yet.</p>;
        const page = offered.find(({ id }) => id === chosen);
        return (
          <div className={styles.rehearsal}>
            <Field label="Replay" hint="With this policy as it is written. Nobody is paged." compact>
              <Select
                placeholder="Choose a page"
                options={offered.map((one) => ({
                  value: one.id,
                  label: pageTitle(one, null),
                  hint: momentText(one.createdAt, zone),
                }))}
                value={chosen}
                onChange={setChosen}
              />
            </Field>
            {page ? <Replay page={page} policy={policy} now={now} /> : null}
          </div>
        );
      }}
    </QueryView>
  );
}

const tones = {
  gained: 'accent',
  lost: 'caution',
  earlier: 'good',
  later: 'caution',
  same: 'neutral',
  'by-hand': 'neutral',
} as const satisfies Readonly<Record<ReplayedPerson['change'], string>>;

function Replay({
  page,
  policy,
  now,
}: {
  readonly page: Page;
  readonly policy: FrozenPolicy;
  readonly now: number;
}) {
  const roster = useRoster(page.createdAt);
  const people = usePeople();
  const readable = useRehearsable(policy);
  const replayed = useMemo(
    () => roster && replayPage(page, readable, recipientResolver(roster), now),
    [page, readable, roster, now],
  );
  if (replayed === null) return <Skeleton label="Loading the comparison" shape="text" count={3} />;
  const { beganAt, lasted } = replayed;
  return (
    <>
      <p className={styles.muted}>
        It began <Time at={beganAt} form="moment" />{' '}
        {lasted === null
          ? 'and still asks.'
          : `and lasted ${lasted} min: with this policy it is taken to end at the same time.`}
      </p>
      {replayed.people.length === 0 ? (
        <p>Nobody was asked then, and nobody would be.</p>
      ) : (
        <ul className={styles.replayed} aria-label="Then and with this policy">
          {replayed.people.map((one) => (
            <li key={one.userId}>
              <Badge tone={tones[one.change]}>{replayWords[one.change]}</Badge>
              <span>
                <strong>{people.name(one.userId)}</strong>: {replayText(one)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.muted}>Schedules are looked up as they stand now, for the times of then.</p>
    </>
  );
}
