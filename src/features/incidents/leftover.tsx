/** Work that an incident leaves when it ends: active alerts, open tasks. For the dialog that ends it. */
import type { Alert } from '#domain/alert/schema.ts';
import type { AlertStatus } from '#domain/alert/schema.ts';
import type { IncidentStatus } from '#domain/incident/schema.ts';
import { endsWork } from '#domain/incident/transitions.ts';
import type { Task } from '#domain/task/schema.ts';
import { useIncidentAlerts } from '#src/data/queries/alerts.ts';
import { useTasks } from '#src/data/queries/room-lists.ts';
import { StatusMark } from '#src/components/status-mark.tsx';
import styles from './leftover.module.css';

interface LeftoverWork {
  readonly alerts: readonly Alert[];
  /** Open tasks, of many the newest; none unless it closes, for until then they can be done. */
  readonly tasks: readonly Task[];
  /** Number of all of them. */
  readonly taskCount: number;
}

export function useLeftover(incidentId: string, to: IncidentStatus): LeftoverWork {
  const alerts = useIncidentAlerts(incidentId).data?.items ?? [];
  const tasks = useTasks(incidentId).data?.open;
  const leavesTasks = to === 'closed' && tasks !== undefined;
  return {
    alerts: endsWork(to)
      ? alerts.map(({ value }) => value).filter(({ status }) => status !== 'resolved')
      : [],
    tasks: leavesTasks ? tasks.items.map(({ value }) => value) : [],
    taskCount: leavesTasks ? Math.max(tasks.items.length, tasks.total ?? 0) : 0,
  };
}

/** Rows that are listed; of more, only how many. */
const most = 5;

interface LeftoverProps {
  readonly title: string;
  readonly rows: readonly { readonly id: string; readonly text: string; readonly status?: AlertStatus }[];
  /** Number of rows there are. Default: all are in `rows`. */
  readonly count?: number;
}

export function Leftover({ title, rows, count = rows.length }: LeftoverProps) {
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
