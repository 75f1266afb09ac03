/** The escalation policies: for which services, with how many steps, and who is asked first now. */
import ListOrdered from 'lucide-react/icons/list-ordered';
import type { Policy } from '#domain/policy/schema.ts';
import { recipientResolver } from '#domain/page/recipient-resolver.ts';
import { rehearse } from '#domain/policy/rehearsal.ts';
import { isPagedBy } from '#domain/service/paging.ts';
import { allAnswered, useView } from '#src/data/client/view.ts';
import { links } from '#src/data/links.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useFrozenPolicy, usePolicies, useRoster, useRotaNow } from '#src/data/queries/on-call.ts';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { List, Row } from '#src/ui/list.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import styles from './policies.module.css';

export function PoliciesScreen() {
  const view = useView(usePolicies());
  // Until then “no service has it” would be a guess.
  const isNamed = allAnswered(useServices());
  return (
    <div>
      <PageHeader
        title="Escalation policies"
        description="Who is paged, in what order, and how long each step waits for an answer."
        actions={view.data?.items.length === 0 ? undefined : <AddPolicy />}
      />
      <div className={styles.list}>
        <QueryView
          view={isNamed ? view : { ...view, data: undefined }}
          failed="The policies can’t be read"
          loading={<Skeleton label="Loading the policies" shape="rows" count={4} />}
          empty={
            <EmptyState
              icon={<ListOrdered className="icon" />}
              title="No policies yet"
              action={
                <>
                  <AddPolicy />
                  <SamplePolicy />
                </>
              }
            >
              A policy says who is paged for a service: first whoever is on call, then somebody else if nobody
              answers.
            </EmptyState>
          }
          size="screen"
        >
          {({ items }) => <PolicyList policies={items.map(({ value }) => value)} />}
        </QueryView>
      </div>
    </div>
  );
}

function AddPolicy() {
  const verdict = useMayRun()('savePolicy');
  return verdict.allowed ? (
    <Link href={links.newPolicy()} look="primary">
      Add a policy
    </Link>
  ) : (
    <Button variant="primary" disabledReason={verdict.reason}>
      Add a policy
    </Button>
  );
}

/** Sample of a first policy. */
const SamplePolicy = () =>
  useMayRun()('savePolicy').allowed ? (
    <Link href={links.newPolicy('sample')} look="button">
      Start from a sample policy
    </Link>
  ) : null;

function PolicyList({ policies }: { readonly policies: readonly Policy[] }) {
  const services = useServices().data?.items ?? [];
  const people = usePeople();
  const roster = useRoster();
  const now = useRotaNow();
  const frozen = useFrozenPolicy();
  const detailOf = ({ id, steps, thenPolicyId }: Policy) => {
    const paged = services.filter(({ value }) => isPagedBy(value, id)).map(({ value }) => value.name);
    const counted = steps.length === 1 ? '1 step' : `${steps.length} steps`;
    const next = policies.find((one) => one.id === thenPolicyId);
    const then = next === undefined ? '' : `, then ${next.name}`;
    return `${counted}${then} · ${paged.length === 0 ? 'no service has it' : `for ${paged.join(', ')}`}`;
  };
  const firstOf = (policy: Policy): string | null => {
    if (roster === null) return null;
    const asked = rehearse(frozen(policy), recipientResolver(roster), now).steps.find(
      ({ phase, userIds }) => phase === 'policy' && userIds.length > 0,
    );
    return asked === undefined ? 'Finds nobody now' : `First ${asked.userIds.map(people.name).join(', ')}`;
  };
  return (
    <List
      label="Escalation policies"
      items={policies}
      getKey={({ id }) => id}
      getHref={({ id }) => links.policy(id)}
      renderRow={(policy) => (
        <Row
          title={policy.name}
          detail={detailOf(policy)}
          status={<span className={styles.muted}>{firstOf(policy)}</span>}
        />
      )}
    />
  );
}
