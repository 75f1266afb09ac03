/** A policy's steps with their people as they are now. */
import { Fragment, type ReactNode } from 'react';
import type { Page } from '#domain/page/schema.ts';
import { policiesAfter } from '#domain/policy/chain.ts';
import type { Policy } from '#domain/policy/schema.ts';
import { pagesFrom, policyFor } from '#domain/service/paging.ts';
import type { Service } from '#domain/service/schema.ts';
import { links } from '#src/data/links.ts';
import { usePolicies, useRotaNow } from '#src/data/queries/on-call.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { useAskedNow } from './first-asked.ts';
import styles from './services.module.css';

export function WhoIsPaged({ service }: { readonly service: Service }) {
  const low = policyFor(service, 'low');
  const now = useRotaNow();
  const from = pagesFrom(service, 'low', now);
  const waits = from > now && (
    <p className={styles.muted}>
      Low urgency waits for the support hours, from <Time at={from} form="moment" />.
    </p>
  );
  const high = policyFor(service, 'high');
  if (low === high)
    return (
      <PagedBy title="Who is paged now" policyId={high} urgency="high">
        {low === null ? null : waits}
      </PagedBy>
    );
  return (
    <>
      <PagedBy title="Who is paged now" policyId={high} urgency="high" />
      <PagedBy title="At low urgency" policyId={low} urgency="low">
        {waits}
      </PagedBy>
    </>
  );
}

interface PagedByProps {
  readonly title: string;
  readonly policyId: string | null;
  readonly urgency: Page['urgency'];
  readonly children?: ReactNode;
}

function PagedBy({ title, policyId, urgency, children }: PagedByProps) {
  const policies = useView(usePolicies());
  const asked = useAskedNow();
  return (
    <Panel title={title} frame="box">
      {policyId === null ? (
        <p>Nobody: alerts of this service are recorded and page nobody.</p>
      ) : (
        <QueryView
          view={policies}
          failed="The policies can’t be read"
          loading={<Skeleton label="Loading who is paged" shape="text" count={3} />}
        >
          {({ items }) => {
            const policy = items.find(({ value }) => value.id === policyId)?.value;
            if (policy === undefined)
              return <p className={styles.nobody}>Nobody: its policy is gone. Choose another one.</p>;
            if (asked === null) return <Skeleton label="Loading who is paged" shape="text" count={3} />;
            return (
              <div className={styles.lines}>
                <p className={styles.muted}>
                  By the policy{' '}
                  <Link href={links.policy(policy.id)} look="text">
                    {policy.name}
                  </Link>
                </p>
                <Steps
                  people={asked(policy, urgency)}
                  delays={policy.steps.map((step) => step.delayMinutes)}
                />
                <Then
                  policies={policiesAfter(
                    policy,
                    items.map(({ value }) => value),
                  )}
                />
              </div>
            );
          }}
        </QueryView>
      )}
      {children}
    </Panel>
  );
}

/** The policies that a page is handed over to. */
const Then = ({ policies }: { readonly policies: readonly Pick<Policy, 'id' | 'name'>[] }) =>
  policies.length === 0 ? null : (
    <p className={styles.muted}>
      If nobody acknowledges, it is handed over to{' '}
      {policies.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 ? ', then to ' : ''}
          <Link href={links.policy(id)} look="text">
            {name}
          </Link>
        </Fragment>
      ))}
      .
    </p>
  );

interface StepsProps {
  readonly people: readonly (readonly string[])[];
  readonly delays: readonly number[];
}

function Steps({ people, delays }: StepsProps) {
  const { name } = usePeople();
  // A step that finds nobody is skipped at once.
  const starts = people.map((_, index) =>
    delays.slice(0, index).reduce((sum, delay, place) => sum + (people[place]?.length ? delay : 0), 0),
  );
  return (
    <ol className={styles.steps}>
      {people.map((ids, index) => (
        <li key={index} className={styles.step}>
          <span className={styles.stepHead}>
            {starts[index] === 0 ? 'At once' : `After ${starts[index]} min`}
          </span>
          {ids.length === 0 ? (
            <span className={styles.nobody}>Nobody, and the next step begins at once</span>
          ) : null}
          {ids.map((id) => (
            <span key={id} className={styles.person}>
              <Avatar person={{ id, name: name(id) }} size="small" decorative />
              {name(id)}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}
