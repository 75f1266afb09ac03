/** Asks people to come: by name, or whoever a policy finds. */
import { useState } from 'react';
import { limits } from '#domain/constants.ts';
import type { Incident } from '#domain/incident/schema.ts';
import { useConnected } from '#src/data/client/connection.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { usePolicies } from '#src/data/queries/on-call.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { QueryProblem, QueryView } from '#src/ui/query-view.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextArea } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './page-dialog.module.css';
import { useShowError } from './use-show-error.ts';
import { isResponder } from '#domain/permissions.ts';

export function PageDialog({
  incident,
  onClose,
}: {
  readonly incident: Incident;
  readonly onClose: () => void;
}) {
  const people = usePeople();
  const { me } = useTeam();
  const policies = useView(usePolicies());
  const toasts = useToasts();
  const page = useDialogCommand('page', {
    close: onClose,
    queued: () => toasts.done('The page is queued', 'It starts when the connection is back.'),
    failedLater: useShowError()('Nobody was paged'),
  });
  const offline = useConnected() === false;
  const [kind, setKind] = useState<'people' | 'policy'>('people');
  const [userIds, setUserIds] = useState<readonly string[]>([]);
  const [policyId, setPolicyId] = useState<string | null>(null);
  const [draft, setDraft] = useDraft(`page.${incident.id}`);
  const [tried, setTried] = useState(false);
  const summary = draft === '' ? incident.title : draft;

  const faults = {
    people: userIds.length === 0 ? 'Choose at least one person.' : undefined,
    policy: policyId === null ? 'Choose a policy.' : undefined,
    summary:
      summary.length > limits.summary
        ? `Shorten it by ${summary.length - limits.summary} characters.`
        : undefined,
  };
  const submit = () => {
    setTried(true);
    if (faults[kind] || faults.summary) return;
    const whom =
      kind === 'people'
        ? { kind: 'people' as const, userIds: [...userIds] }
        : { kind: 'policy' as const, policyId: policyId ?? '' };
    page.send({ incidentId: incident.id, whom, summary }, () => setDraft(''));
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Page someone"
      description={
        offline
          ? 'You are offline. The page is queued and starts when the connection is back.'
          : `They are notified at once, and again until someone answers.${incident.private ? ' Whoever is paged can read this private incident from then on.' : ''}`
      }
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={page.pending && 'Paging…'}>
            {offline ? 'Queue page' : 'Page'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <SegmentedControl
          label="Who"
          hideLabel
          options={[
            { value: 'people', label: 'People' },
            { value: 'policy', label: 'A policy' },
          ]}
          value={kind}
          onChange={setKind}
        />
        {kind === 'people' && people.failure ? (
          <QueryProblem title="The team can’t be read" failure={people.failure} />
        ) : kind === 'people' ? (
          <Field label="People" error={tried ? faults.people : undefined}>
            <Combobox
              options={people.all.filter(isResponder).map((person) => ({
                id: person.id,
                label: person.displayName,
                hint:
                  person.id === me.id
                    ? 'You'
                    : incident.people.includes(person.id)
                      ? 'In the room'
                      : undefined,
                lead: <Avatar person={{ id: person.id, name: person.displayName }} size="small" decorative />,
              }))}
              value={userIds}
              onChange={(ids) => setUserIds(ids.slice(0, limits.targetsPerStep))}
              placeholder="Type a name"
              empty="Nobody matches. Try fewer letters."
            />
          </Field>
        ) : (
          <QueryView
            view={policies}
            failed="The policies can’t be read"
            loading={<Skeleton label="Loading the policies" shape="text" count={2} />}
          >
            {({ items }) => (
              <Field
                label="Policy"
                error={tried ? faults.policy : undefined}
                hint={items.length === 0 ? 'There is no policy yet. Page people by name.' : undefined}
              >
                <Select
                  options={items.map(({ value }) => ({
                    value: value.id,
                    label: value.name,
                    hint: `${value.steps.length} ${value.steps.length === 1 ? 'step' : 'steps'}`,
                  }))}
                  value={policyId}
                  onChange={setPolicyId}
                  placeholder="Choose a policy"
                />
              </Field>
            )}
          </QueryView>
        )}
        <Field label="What they will read" error={faults.summary}>
          <TextArea
            rows={2}
            value={draft}
            placeholder={incident.title}
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
        </Field>
        <ProblemText text={page.problem} />
      </div>
    </Dialog>
  );
}
