/** Operator's figures: published configuration and durations of all browsers. */
import type { ServerFigures } from '#api/reads.ts';
import { isPortError } from '#ports/errors.ts';
import { useServerFigures } from '#src/data/queries/server-figures.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { NotSeen } from '#src/ui/not-seen.tsx';
import { Panel } from '#src/ui/panel.tsx';
import styles from './diagnostics.module.css';

const hourMs = 3_600_000;
const kindLabels = { trace: '', page: 'loads of ', network: 'requests to ' } as const;

export function ServerFiguresPanel() {
  const { data, error, isFetching, refetch } = useServerFigures();
  return (
    <Panel
      title="All browsers"
      frame="box"
      actions={
        <Button size="small" busy={isFetching && 'Reading…'} onClick={() => void refetch()}>
          Read again
        </Button>
      }
    >
      <Figures figures={data?.figures} error={error} />
    </Panel>
  );
}

interface FiguresProps {
  /** Null where the server keeps none; undefined until they are known. */
  readonly figures: ServerFigures | null | undefined;
  readonly error: Error | null;
}

function Figures({ figures, error }: FiguresProps) {
  if (figures === undefined && isPortError(error, 'unavailable')) return <NotSeen size="panel" />;
  if (error) return <p className={styles.problem}>{error.message}</p>;
  if (figures === undefined) return <p className={styles.muted}>Reading…</p>;
  if (figures === null)
    return (
      <p className={styles.muted}>
        This backend shows published values and measurements of all browsers in its own console.
      </p>
    );
  return (
    <>
      <Durations figures={figures} />
      <PublishedTable published={figures.published} />
    </>
  );
}

function Durations({ figures: { durations, ofMs } }: { readonly figures: ServerFigures }) {
  if (durations.length === 0)
    return (
      <EmptyState title={`No browser has sent a measurement in the last ${ofMs / hourMs} hours`}>
        They are sent after a minute, and when a page is left.
      </EmptyState>
    );
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className={styles.caption}>
          Durations of the last {ofMs / hourMs} hours, in milliseconds
        </caption>
        <thead>
          <tr>
            <th scope="col" className={styles.wide}>
              Measured
            </th>
            <th scope="col" className={styles.figure}>
              Count
            </th>
            <th scope="col" className={styles.figure}>
              p50
            </th>
            <th scope="col" className={styles.figure}>
              p95
            </th>
            <th scope="col" className={styles.figure}>
              Max
            </th>
          </tr>
        </thead>
        <tbody>
          {durations.map(({ kind, name, count, medianMs, p95Ms, longestMs }) => (
            <tr key={`${kind} ${name}`}>
              <td>
                <code>{`${kindLabels[kind]}${name}`}</code>
              </td>
              <td className={styles.figure}>{count}</td>
              <td className={styles.figure}>{medianMs.toFixed(0)}</td>
              <td className={styles.figure}>{p95Ms.toFixed(0)}</td>
              <td className={styles.figure}>{longestMs.toFixed(0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PublishedTable({ published: { version, values } }: Pick<ServerFigures, 'published'>) {
  const entries = Object.entries(values);
  if (entries.length === 0)
    return <p className={styles.muted}>No configuration is published: every value is the default.</p>;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className={styles.caption}>Published configuration, version {version}</caption>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Published value</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(([key, value]) => (
            <tr key={key}>
              <td>
                <code>{key}</code>
              </td>
              <td className={styles.value}>{value || <span className={styles.muted}>empty</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
