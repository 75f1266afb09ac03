/** Details of a page's alert, for a look before the answer: links and labels as its sender gave them. */
import { useAlert } from '#src/data/queries/alerts.ts';
import { Link } from '#src/ui/link.tsx';
import { DefinitionList } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import styles from './alert-look.module.css';

export function AlertLook({ alertId }: { readonly alertId: string }) {
  const { data, error } = useAlert(alertId);
  if (data === undefined && error === null)
    return <Skeleton label="Loading the alert" shape="text" count={3} />;
  const alert = data?.value;
  if (alert === undefined) return <p>The alert can’t be read. Its page can be answered all the same.</p>;
  const labels = Object.entries(alert.labels);
  return (
    <div className={styles.look}>
      <DefinitionList
        items={[
          { term: 'Alert', value: alert.summary },
          { term: 'Severity', value: alert.severity },
          { term: 'Started', value: <Time at={alert.startsAt} form="moment" /> },
          { term: 'Occurrences', value: `${alert.count}` },
        ]}
      />
      {alert.links.length > 0 && (
        <ul className={styles.list} aria-label="Links of the alert">
          {alert.links.map(({ href, text }) => (
            <li key={href}>
              <Link look="text" href={href} target="_blank" rel="noreferrer">
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {labels.length > 0 && (
        <ul className={styles.list} aria-label="Labels of the alert">
          {labels.map(([name, value]) => (
            <li key={name}>
              <span className={styles.name}>{name}</span> {value}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
