/** Tasks of the room. The browser writes them itself, so they work offline. */
import { type FormEvent, memo, useRef } from 'react';
import UserPlus from 'lucide-react/icons/user-plus';
import X from 'lucide-react/icons/x';
import { limits } from '#domain/constants.ts';
import type { Incident } from '#domain/incident/schema.ts';
import type { Task } from '#domain/task/schema.ts';
import { useConnected } from '#src/data/client/connection.ts';
import type { Live } from '#src/data/client/documents.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { useTasks } from '#src/data/queries/room-lists.ts';
import { type RoomWrites, useRoomWrites } from '#src/data/queries/room-writes.ts';
import { useMay, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { totalOf, useView } from '#src/data/client/view.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { EarlierButton } from '#src/components/earlier-button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useKey } from '#src/ui/keys.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Checkbox } from '#src/ui/switch.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { VisibleItems } from '#src/ui/visible-items.tsx';
import { readAgain } from './read-again.ts';
import styles from './tasks-panel.module.css';
import { useShowError } from './use-show-error.ts';
import { WaitingMark } from './waiting-mark.tsx';
import { isResponder } from '#domain/permissions.ts';

export const TasksPanel = memo(function TasksPanel({ incident }: { readonly incident: Incident }) {
  const writes = useRoomWrites(incident.id);
  const tasks = useView(useTasks(incident.id));
  const may = useMay()('editTasks', incident);
  const reason = !may.allowed && may.reason;
  const rows = (items: readonly Live<Task>[], before: number | null, total: number | null) => (
    <VisibleItems
      items={items}
      getKey={idOf}
      renderItem={(item) => <TaskRow item={item} writes={writes} reason={reason} />}
      rowHeight={rowHeight}
      className={styles.tasks}
      {...{ before, total }}
    />
  );
  return (
    <Panel title="Tasks" count={totalOf(tasks, ({ open }) => open)}>
      <QueryView
        view={tasks}
        failed="The tasks can’t be read"
        loading={<Skeleton label="Loading the tasks" shape="text" count={3} />}
      >
        {({ open, done }) => (
          <>
            <EarlierButton list={open} noun="tasks" />
            {rows(open.items, open.earlier, open.total)}
            <NewTask incidentId={incident.id} writes={writes} reason={reason} />
            {done.items.length > 0 ? (
              <details className={styles.done}>
                <summary>{done.total === null ? 'Done' : `${done.total.toLocaleString('en')} done`}</summary>
                {rows(done.items.toReversed(), 0, done.total)}
                <EarlierButton list={done} noun="done tasks" />
              </details>
            ) : null}
          </>
        )}
      </QueryView>
    </Panel>
  );
});

/** Height of a task before it is measured, in pixels. */
const rowHeight = 36;

const idOf = ({ value }: Live<Task>): string => value.id;

interface TaskRowProps {
  readonly item: Live<Task>;
  readonly writes: RoomWrites;
  /** Reason why tasks can't be changed. */
  readonly reason: string | false;
}

function TaskRow({ item: { value: task, pending, waits = false }, writes, reason }: TaskRowProps) {
  const showError = useShowError();
  const toasts = useToasts();
  const people = usePeople();
  const offline = useConnected() === false;
  const remove = () => {
    writes.removeTask(task).catch(showError('The task was not removed'));
    toasts.undo(`Removed “${task.text}”`, () => {
      writes.restoreTask(task).catch(showError('The task could not be put back'));
    });
  };
  const doneBy = task.doneBy === null ? undefined : `Done by ${people.name(task.doneBy)}`;
  return (
    <div className={styles.task} data-done={task.done} data-pending={pending}>
      <Checkbox
        label={task.text}
        checked={task.done}
        disabledReason={reason}
        hint={
          (pending && offline) || waits ? <WaitingMark state={offline ? 'offline' : 'waiting'} /> : doneBy
        }
        onChange={(done) => void writes.setTaskDone(task, done).catch(showError('The task was not changed'))}
      />
      {reason === false ? (
        <span className={styles.tools}>
          <AssigneeMenu task={task} writes={writes} />
          <IconButton
            label={`Remove task ${task.text}`}
            icon={<X className="icon" />}
            size="small"
            className={styles.remove}
            onClick={remove}
          />
        </span>
      ) : null}
    </div>
  );
}

function AssigneeMenu({ task, writes }: Pick<TaskRowProps, 'writes'> & { readonly task: Task }) {
  const people = usePeople();
  const { me } = useTeam();
  const showError = useShowError();
  const { assignee } = task;
  const assign = (userId: string | null) =>
    void writes.assignTask(task, userId).catch(showError('The task was not assigned'));
  const name = assignee === null ? null : people.name(assignee);
  const choice = (userId: string, label: string) => ({
    id: userId,
    label,
    icon: <Avatar person={{ id: userId, name: people.name(userId) }} size="small" decorative />,
    selected: userId === assignee,
    onSelect: () => assign(userId),
  });
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={
            name === null
              ? `Assign task ${task.text}`
              : `${task.text} is ${name}’s. Assign it to someone else`
          }
          icon={
            assignee === null || name === null ? (
              <UserPlus className="icon" />
            ) : (
              <Avatar person={{ id: assignee, name }} size="small" decorative />
            )
          }
          size="small"
        />
      }
      sections={[
        { items: [choice(me.id, 'Me'), ...(people.failure ? [readAgain(people.failure)] : [])] },
        {
          items: people.all
            .filter((person) => isResponder(person) && person.id !== me.id)
            .map((person) => choice(person.id, person.displayName)),
        },
        ...(assignee === null
          ? []
          : [{ items: [{ id: 'nobody', label: 'Nobody', onSelect: () => assign(null) }] }]),
      ]}
    />
  );
}

interface NewTaskProps extends Omit<TaskRowProps, 'item'> {
  readonly incidentId: string;
}

function NewTask({ incidentId, writes, reason }: NewTaskProps) {
  const [text, setText] = useDraft(`task.${incidentId}`);
  const showError = useShowError();
  const input = useRef<HTMLInputElement>(null);
  useKey('t', 'Add a task', () => input.current?.focus(), { group: 'Room', enabled: reason === false });
  if (reason !== false) return null;
  const add = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === '') return;
    setText('');
    writes.addTask(wanted, null).catch((error: unknown) => {
      setText(wanted);
      showError('The task was not added')(error);
    });
  };
  return (
    <form onSubmit={add} className={styles.add}>
      <TextInput
        ref={input}
        aria-label="New task"
        placeholder="Add a task"
        value={text}
        maxLength={limits.taskText}
        enterKeyHint="done"
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}
