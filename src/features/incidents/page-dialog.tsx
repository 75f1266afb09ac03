/** Dialog that pages people by name, or by a policy. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import type { ChangeEvent } from 'react';
import { useController, useForm } from 'react-hook-form';
import * as v from 'valibot';
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

const pageForm = v.pipe(
  v.object({
    kind: v.picklist(['people', 'policy']),
    userIds: v.array(v.string()),
    policyId: v.nullable(v.string()),
    summary: v.pipe(
      v.string(),
      v.maxLength(
        limits.summary,
        ({ input }) => `Shorten it by ${input.length - limits.summary} characters.`,
      ),
    ),
  }),
  v.forward(
    v.check(({ kind, userIds }) => kind !== 'people' || userIds.length > 0, 'Choose at least one person.'),
    ['userIds'],
  ),
  v.forward(
    v.check(({ kind, policyId }) => kind !== 'policy' || policyId !== null, 'Choose a policy.'),
    ['policyId'],
  ),
);

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
  const [draft, setDraft] = useDraft(`page.${incident.id}`);
  const {
    control,
    handleSubmit,
    register,
    formState: { errors },
  } = useForm({
    mode: 'onChange',
    resolver: valibotResolver(pageForm),
    defaultValues: { kind: 'people', userIds: [], policyId: null, summary: draft },
  });
  const { field: kind } = useController({ control, name: 'kind' });
  const { field: userIds } = useController({ control, name: 'userIds' });
  const { field: policyId } = useController({ control, name: 'policyId' });
  const submit = handleSubmit((fields) =>
    page.send(
      {
        incidentId: incident.id,
        whom:
          fields.kind === 'people'
            ? { kind: 'people', userIds: fields.userIds }
            : { kind: 'policy', policyId: fields.policyId ?? '' },
        summary: fields.summary === '' ? incident.title : fields.summary,
      },
      () => setDraft(''),
    ),
  );

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Page someone"
      description={
        offline
          ? 'You are offline. The page is queued and starts when the connection is back.'
          : `They are notified at once, and again until someone answers.${incident.private ? ' Whoever is paged can read this private incident from then on.' : ''}`
      }
      onSubmit={() => void submit()}
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
          value={kind.value}
          onChange={kind.onChange}
        />
        {kind.value === 'people' && people.failure ? (
          <QueryProblem title="The team can’t be read" failure={people.failure} />
        ) : kind.value === 'people' ? (
          <Field label="People" error={errors.userIds?.message}>
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
              value={userIds.value}
              onChange={(ids) => userIds.onChange(ids.slice(0, limits.targetsPerStep))}
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
                error={errors.policyId?.message}
                hint={items.length === 0 ? 'There is no policy yet. Page people by name.' : undefined}
              >
                <Select
                  options={items.map(({ value }) => ({
                    value: value.id,
                    label: value.name,
                    hint: `${value.steps.length} ${value.steps.length === 1 ? 'step' : 'steps'}`,
                  }))}
                  value={policyId.value}
                  onChange={policyId.onChange}
                  placeholder="Choose a policy"
                />
              </Field>
            )}
          </QueryView>
        )}
        <Field label="What they will read" error={errors.summary?.message}>
          <TextArea
            rows={2}
            placeholder={incident.title}
            {...register('summary', {
              onChange: (event: ChangeEvent<HTMLTextAreaElement>) => setDraft(event.target.value),
            })}
          />
        </Field>
        <ProblemText text={page.problem} />
      </div>
    </Dialog>
  );
}
