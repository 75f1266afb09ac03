/** The reader's own time off: written, changed and removed here. */
import { useState } from 'react';
import { useServerNow } from '#src/data/client/server-now.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { useTimeOffEditing } from '#src/data/client/time-off-editing.ts';
import { useView } from '#src/data/client/view.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { useMyTimeOff, useMyTimeOffNotes } from '#src/data/queries/time-off.ts';
import { TimeOffDialog, type TimeOffDialogProps } from '#src/components/time-off-dialog.tsx';
import { TimeOffList } from '#src/components/time-off-list.tsx';
import { timeOffFormOptions, type TimeOffValues } from '#src/components/time-off-values.ts';
import { Button } from '#src/ui/button.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './me.module.css';

export function MyTimeOff() {
  const { me, team } = useTeam();
  const { zone } = useZones();
  const now = useServerNow(60_000);
  const view = useView(useMyTimeOff());
  const notes = useMyTimeOffNotes().data?.items;
  const noteOf = (id: string) => notes?.find(({ value }) => value.id === id)?.value.note ?? '';
  const { opened, open, close, remove } = useTimeOffEditing({
    entries: view.data?.items.map(({ value }) => value),
    noteOf,
    toasts: useToasts(),
  });
  return (
    <Panel title="Time off" frame="box" actions={<Button onClick={() => open('new')}>Add time off</Button>}>
      <p className={styles.muted}>
        Everybody in the team sees when you are away. Pages go on as the rota says: arrange for cover.
      </p>
      <QueryView
        view={view}
        failed="Your time off can’t be read"
        loading={<Skeleton label="Loading your time off" shape="rows" count={1} />}
        empty={<p>You have written down no time off.</p>}
      >
        {({ items }) => (
          <TimeOffList
            entries={items
              .map(({ value }) => value)
              .filter(({ endsAt }) => endsAt > now)
              .toSorted((one, other) => one.startsAt - other.startsAt)}
            {...{ noteOf, now, timezone: zone }}
            mayChange={() => true}
            onChange={open}
            onRemove={remove}
          />
        )}
      </QueryView>
      {opened === null ? null : (
        <Form
          people={[{ id: me.id, name: me.displayName }]}
          context={{
            before: opened === 'new' ? null : opened,
            userId: me.id,
            now,
            timezoneOf: () => me.timezone ?? team.timezone,
          }}
          onClose={close}
        />
      )}
    </Panel>
  );
}

function Form(props: Omit<TimeOffDialogProps, 'form'>) {
  const end = { toasts: useToasts(), onClose: props.onClose };
  // Proposed times stay while the form is open.
  const [now] = useState(props.context.now);
  const context = { ...props.context, now };
  const form = useEntityForm<TimeOffValues, 'saveTimeOff'>(timeOffFormOptions(context, end));
  return <TimeOffDialog {...props} form={form} />;
}
