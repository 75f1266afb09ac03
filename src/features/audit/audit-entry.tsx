/** Entry of the audit, with the values before and after behind it. */
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId } from 'react';
import type { AuditEntry, EntityChange } from '#domain/audit/schema.ts';
import { auditEvents } from '#api/audit-events.ts';
import { commandCatalogue } from '#api/commands.ts';
import { fieldLabel } from '#domain/input-faults.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { cx } from '#src/ui/cx.ts';
import { absoluteTime } from '#src/ui/time-format.ts';
import { Ago } from '#src/ui/time.tsx';
import styles from './audit.module.css';
import { valueText } from './value.tsx';

/** Text of a command from the catalogue, or of an event; one that no longer exists shows its name. */
export function commandText(command: string): string {
  const event = new Map<string, string>(Object.entries(auditEvents)).get(command);
  const known = new Map<string, { readonly labels: { readonly pending: string } }>(
    Object.entries(commandCatalogue),
  );
  return known.get(command)?.labels.pending ?? event ?? command;
}

export const kindText = (kind: string): string => fieldLabel(kind, {}).toLowerCase();

export interface AuditRowProps {
  readonly entry: AuditEntry;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Filters by this subject. */
  readonly onlyAbout: (about: string) => void;
}

export function AuditRow({ entry, open, onToggle, onlyAbout }: AuditRowProps) {
  const { zone, otherZone } = useZones();
  const id = useId();
  const { createdAt, createdBy, byName, command, subject, about } = entry;
  const name = byName || 'Somebody';
  return (
    <>
      <button
        type="button"
        data-row=""
        className={styles.row}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={onToggle}
      >
        <ChevronRight className={cx('icon', styles.arrow)} />
        <span className={styles.when}>
          <Ago at={createdAt} />
        </span>
        <span className={styles.who}>
          <Avatar person={{ id: createdBy, name }} size="small" decorative />
          <span className={styles.name}>{name}</span>
        </span>
        <span className={styles.what}>{commandText(command)}</span>
        <span className={styles.subject}>{subject.label || kindText(subject.kind)}</span>
      </button>
      {open ? (
        <div id={id} className={styles.details}>
          <p className={styles.full}>
            {absoluteTime(createdAt, zone)}
            {otherZone && otherZone.zone !== zone ? (
              <>
                {' · '}
                {otherZone.label}: {absoluteTime(createdAt, otherZone.zone)}
              </>
            ) : null}
          </p>
          {entry.changes.length === 0 ? <p>Nothing was changed: it was so already.</p> : null}
          {entry.changes.map((change) => (
            <Difference key={`${change.kind}:${change.id}`} change={change} />
          ))}
          {entry.omitted > 0 ? (
            <p className={styles.muted}>
              {entry.omitted} more {entry.omitted === 1 ? 'field is' : 'fields are'} not kept: an entry is
              bounded.
            </p>
          ) : null}
          <p>
            <Button size="small" onClick={() => onlyAbout(about)}>
              Only this {kindText(subject.kind)}
            </Button>
          </p>
        </div>
      ) : null}
    </>
  );
}

const heading = ({ kind, id, label, change }: EntityChange) =>
  `${fieldLabel(kind, {})} ${label || id} ${change}`;

/** A field's name as the screens write it: `roles.commander` is “Roles, commander”. */
function fieldText(field: string): string {
  const [first = '', ...rest] = field.split('.');
  return [fieldLabel(first, {}), ...rest].join(', ');
}

function Difference({ change }: { readonly change: EntityChange }) {
  const people = usePeople();
  const { zone } = useZones();
  const time = (at: number) => absoluteTime(at, zone);
  return (
    <table className={styles.difference}>
      <caption>{heading(change)}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {change.fields.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{fieldText(field)}</th>
            <td className={styles.before}>{valueText(field, before, { people, time })}</td>
            <td className={styles.after}>{valueText(field, after, { people, time })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
