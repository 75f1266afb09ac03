/** The escalation policies, step by step. */
import type { Policy } from '#domain/policy/schema.ts';
import type { Schedule } from '#domain/schedule/schema.ts';
import { links } from '#src/data/links.ts';
import { usePolicies } from '#src/data/queries/on-call.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { countOf, useView } from '#src/data/client/view.ts';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import styles from './on-call.module.css';

type PolicyTarget = Policy['steps'][number]['targets'][number];

export function Policies({ schedules }: { readonly schedules: readonly Schedule[] }) {
  const policies = useView(usePolicies());
  const people = usePeople();
  const targetName = (target: PolicyTarget) => {
    if (target.kind === 'team') return 'everyone';
    if (target.kind === 'person') return people.name(target.userId);
    return schedules.find((schedule) => schedule.id === target.scheduleId)?.name ?? 'a schedule that is gone';
  };
  return (
    <Panel title="Escalation policies" count={countOf(policies)} frame="box">
      <QueryView
        view={policies}
        failed="The policies can’t be read"
        loading={<Skeleton label="Loading the policies" shape="text" count={4} />}
        empty={<p>There is no policy. Pages go to people by name.</p>}
      >
        {({ items }) =>
          items.map(({ value }) => (
            <div key={value.id} className={styles.policy}>
              <h3 className={styles.policyName}>
                <Link href={links.policy(value.id)} look="text">
                  {value.name}
                </Link>
              </h3>
              <ol className={styles.steps} aria-label={`${value.name}: its steps`}>
                {value.steps.map((step, index) => (
                  <li key={index} className={styles.step}>
                    <span>{step.targets.map(targetName).join(', ')}</span>
                    <span className={styles.delay}>{step.delayMinutes} min</span>
                  </li>
                ))}
              </ol>
            </div>
          ))
        }
      </QueryView>
    </Panel>
  );
}
