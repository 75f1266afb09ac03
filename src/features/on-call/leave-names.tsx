/** The names in a calendar of leave, each with the member that it stands for; those of nobody first. */
import type { LeaveCalendar } from '#domain/leave-calendar/schema.ts';
import { useCommand, usePendingCommand } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Field } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Select } from '#src/ui/select.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { unmatchedNames } from './leave-calendars.tsx';
import styles from './leave-names.module.css';

export function LeaveNames({ calendar }: { readonly calendar: LeaveCalendar }) {
  const unknown = unmatchedNames(calendar);
  const sorted = [...unknown, ...calendar.names.filter((one) => !unknown.includes(one))];
  return (
    <Panel title="Names" count={unknown.length} frame="box">
      <p className={styles.note}>
        {unknown.length === 0
          ? 'Every name has been matched.'
          : 'Choose once who of the team each name is. It is kept when the calendar is read again.'}
      </p>
      <ul className={styles.list} aria-label="Names">
        {sorted.map(({ who, userId, chosen, spans }) => (
          <NameRow
            key={`${who}-${userId}`}
            calendarId={calendar.id}
            {...{ who, userId, chosen }}
            count={spans.length}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface NameRowProps {
  readonly calendarId: string;
  readonly who: string;
  readonly userId: string | null;
  readonly chosen: boolean;
  readonly count: number;
}

const nobody = 'nobody';

function NameRow({ calendarId, who, userId, chosen, count }: NameRowProps) {
  const people = usePeople();
  const toasts = useToasts();
  const pending = usePendingCommand('mapLeaveName', { calendarId, who });
  const map = useCommand('mapLeaveName', {
    onError: (error) => toasts.error('The name was not matched', explain(error)),
  });
  const shown = pending ? pending.input.userId : userId;
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name}>{who}</span>
        <span className={styles.muted}>{count === 1 ? '1 entry' : `${count} entries`}</span>
      </span>
      <Field label={`Who “${who}” is`} hideLabel compact className={styles.choice}>
        <Select
          options={[
            { value: nobody, label: 'Nobody in the team' },
            ...people.all.map(({ id, displayName }) => ({ value: id as string, label: displayName })),
          ]}
          value={shown ?? (chosen || pending ? nobody : null)}
          onChange={(value) => map.mutate({ calendarId, who, userId: value === nobody ? null : value })}
          placeholder="Choose somebody"
        />
      </Field>
    </li>
  );
}
