/** Screen of one policy: its steps, its rehearsal, its services. */
import { Fragment, useState } from 'react';
import { useLocation } from 'wouter';
import { conditionTexts } from '#domain/policy/condition.ts';
import type { Policy, Target } from '#domain/policy/schema.ts';
import { whyPolicyStays } from '#domain/policy/transitions.ts';
import { isPagedBy } from '#domain/service/paging.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { allAnswered, useView } from '#src/data/client/view.ts';
import { links } from '#src/data/links.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useFrozenPolicy, usePolicies, useSchedules } from '#src/data/queries/on-call.ts';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { EntityView } from '#src/components/entity-view.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Link } from '#src/ui/link.tsx';
import { PageHeader, Panel } from '#src/ui/panel.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { PolicyForm } from './policy-form.tsx';
import { PolicyRehearsal } from './policy-rehearsal.tsx';
import styles from './policies.module.css';

export function PolicyScreen({ policyId }: { readonly policyId: string }) {
  const view = useView(usePolicies());
  // Services and schedules that name the policy appear with it: later they would move the content below, and “no service has it” would be a
  // guess.
  const isNamed = allAnswered(useServices(), useSchedules());
  return (
    <EntityView
      view={isNamed ? view : { ...view, data: undefined }}
      id={policyId}
      noun="policy"
      all={{ label: 'All policies', href: links.policies() }}
    >
      {(policy) => <PolicyPage key={policyId} policy={policy} />}
    </EntityView>
  );
}

function PolicyPage({ policy }: { readonly policy: Policy }) {
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const services = useServices().data?.items ?? [];
  const paged = services.filter(({ value }) => isPagedBy(value, policy.id));
  const policies = usePolicies().data?.items.map(({ value }) => value) ?? [];
  const before = policies.filter(({ thenPolicyId }) => thenPolicyId === policy.id);
  const frozen = useFrozenPolicy();
  const verdict = useMayRun()('savePolicy');
  const disabledReason = !verdict.allowed && verdict.reason;
  const inUse = whyPolicyStays(
    services.map(({ value }) => value),
    policies,
    policy.id,
  );
  return (
    <div>
      <PageHeader
        title={policy.name}
        description="Pages that run keep the policy that they started with."
        actions={
          editing ? undefined : (
            <Button disabledReason={disabledReason} onClick={() => setEditing(true)}>
              Edit
            </Button>
          )
        }
      />
      <div className={styles.page}>
        {editing ? (
          <PolicyForm policy={policy} onSaved={() => setEditing(false)} onCancel={() => setEditing(false)} />
        ) : (
          <div className={styles.columns}>
            <div className={styles.side}>
              <Panel title="Steps" frame="box">
                <Steps policy={policy} next={policies.find(({ id }) => id === policy.thenPolicyId)} />
              </Panel>
              <Panel title="Services" frame="box">
                {paged.length === 0 && before.length > 0 ? null : paged.length === 0 ? (
                  <p>
                    No service has it yet: it pages nobody. Choose it on the page of{' '}
                    <Link href={links.services()} look="text">
                      a service
                    </Link>
                    .
                  </p>
                ) : (
                  <ul className={styles.plain}>
                    {paged.map(({ value }) => (
                      <li key={value.id}>
                        <Link href={links.service(value.id)} look="text">
                          {value.name}
                        </Link>
                      </li>
                    ))}
                  </ul>
                )}
                {before.length === 0 ? null : (
                  <p>
                    {paged.length === 0 ? 'No service has it. ' : ''}Pages are handed over to it by{' '}
                    {before.map(({ id, name }, index) => (
                      <Fragment key={id}>
                        {index > 0 ? ', ' : ''}
                        <Link href={links.policy(id)} look="text">
                          {name}
                        </Link>
                      </Fragment>
                    ))}
                    .
                  </p>
                )}
              </Panel>
              <Panel title="Danger zone" frame="box">
                <Button
                  variant="danger"
                  disabledReason={disabledReason || (inUse ?? false)}
                  onClick={() => setRemoving(true)}
                >
                  Remove {policy.name}…
                </Button>
              </Panel>
            </div>
            <Panel title="Rehearsal" frame="box">
              <PolicyRehearsal policy={frozen(policy)} />
            </Panel>
          </div>
        )}
      </div>
      {removing ? <Removal policy={policy} onClose={() => setRemoving(false)} /> : null}
    </div>
  );
}

interface StepsProps {
  readonly policy: Policy;
  /** The one that it hands over to. */
  readonly next: Policy | undefined;
}

function Steps({ policy: { steps, repeat }, next }: StepsProps) {
  const people = usePeople();
  const schedules = useSchedules().data?.items;
  const nameOf = (target: Target): string => {
    if (target.kind === 'team') return 'The whole team';
    if (target.kind === 'person') return people.name(target.userId);
    const found = schedules?.find(({ value }) => value.id === target.scheduleId)?.value.name;
    return found ?? (schedules ? 'A schedule that is gone' : '');
  };
  return (
    <>
      <ol className={styles.steps}>
        {steps.map(({ targets, delayMinutes, mode, acknowledgedBy, condition }, index) => (
          <li key={index}>
            <span className={styles.stepName}>
              {mode === 'round-robin' ? 'One of ' : ''}
              {targets.map(nameOf).join(', ')}
            </span>
            <span className={styles.muted}>
              waits {delayMinutes} min{acknowledgedBy === 'all' ? ', everybody must answer' : ''}
              {conditionTexts(condition).map((text) => `, ${text}`)}
            </span>
          </li>
        ))}
      </ol>
      <p className={styles.muted}>
        {repeat === 0 ? 'Not repeated.' : repeat === 1 ? 'Repeated once.' : `Repeated ${repeat} times.`}{' '}
        {next === undefined ? (
          'Then the fallback people are paged, and at last the owners.'
        ) : (
          <>
            If nobody acknowledges, it hands over to{' '}
            <Link href={links.policy(next.id)} look="text">
              {next.name}
            </Link>
            .
          </>
        )}
      </p>
    </>
  );
}

interface RemovalProps {
  readonly policy: Policy;
  readonly onClose: () => void;
}

function Removal({ policy: { id, name }, onClose }: RemovalProps) {
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const remove = useDialogCommand('removePolicy', {
    close: onClose,
    queued: () => toasts.done('Removing is queued', 'It is done when the connection is back.'),
    failedLater: (error) => toasts.error(`${name} was not removed`, explain(error)),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Remove ${name}?`}
      confirmLabel="Remove policy"
      danger
      busy={remove.pending && 'Removing…'}
      problem={remove.problem}
      onConfirm={() =>
        remove.send({ policyId: id }, () => {
          navigate(links.policies());
          toasts.done('Policy removed');
        })
      }
    >
      Pages that run go on with it. This can’t be undone.
    </ConfirmDialog>
  );
}
