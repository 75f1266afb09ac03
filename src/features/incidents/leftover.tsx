/** Work that an incident leaves when it ends: active alerts, open tasks. For the dialog that ends it. */
import type { Alert } from '#domain/alert/schema.ts';
import type { AlertStatus } from '#domain/alert/schema.ts';
import type { IncidentStatus } from '#domain/incident/schema.ts';
import { endsWork } from '#domain/incident/transitions.ts';
import type { Task } from '#domain/task/schema.ts';
import { useUnresolvedAlerts } from '#src/data/queries/incident-alerts.ts';
import { useTasks } from '#src/data/queries/room-lists.ts';
import type { RowsWithEarlier } from '#src/data/client/earlier-rows.ts';
import { StatusMark } from '#src/components/status-mark.tsx';
import styles from './leftover.module.css';

interface LeftoverWork {
  /** Active ones, of many the newest; none while it goes on. */
  readonly alerts: readonly Alert[];
  /** Number of all of them. */
  readonly alertCount: number;
  /** Open tasks, of many the newest; none unless it closes, for until then they can be done. */
  readonly tasks: readonly Task[];
  /** Number of all of them. */
  readonly taskCount: number;
}

export function useLeftover(incidentId: string, to: IncidentStatus): LeftoverWork {
  const alerts = useUnresolvedAlerts(incidentId).data;
  const tasks = useTasks(incidentId).data?.open;
  const leavesAlerts = endsWork(to) ? alerts : undefined;
  const leavesTasks = to === 'closed' ? tasks : undefined;
  return {
    ...{ alerts: entitiesOf(leavesAlerts), alertCount: sizeOf(leavesAlerts) },
    ...{ tasks: entitiesOf(leavesTasks), taskCount: sizeOf(leavesTasks) },
  };
}

const entitiesOf = <T,>(rows: RowsWithEarlier<T> | undefined): readonly T[] =>
  (rows?.items ?? []).map(({ value }) => value);

/** Without a connection those that are loaded are counted. */
const sizeOf = (rows: RowsWithEarlier<unknown> | undefined): number =>
  Math.max(rows?.items.length ?? 0, rows?.total ?? 0);

/** Rows that are listed; of more, only how many. */
const most = 5;

interface LeftoverProps {
  readonly title: string;
  readonly rows: readonly { readonly id: string; readonly text: string; readonly status?: AlertStatus }[];
  /** Number of rows there are. */
  readonly count: number;
}

export function Leftover({ title, rows, count }: LeftoverProps) {
  return (
    <div className={styles.leftover}>
      <p className={styles.title}>{title}</p>
      <ul className={styles.rows} aria-label={title}>
        {rows.slice(0, most).map(({ id, text, status }) => (
          <li key={id} className={styles.row}>
            <span className={styles.text}>{text}</span>
            {status ? <StatusMark of="alert" state={status} /> : null}
          </li>
        ))}
        {count > most ? <li className={styles.row}>and {count - most} more</li> : null}
      </ul>
    </div>
  );
}
