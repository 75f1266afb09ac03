import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { ErrorState } from './empty-state.tsx';
import { NotSeen } from './not-seen.tsx';
import styles from './query-view.module.css';

export interface QueryFailure {
  /** The consequence, and advice. */
  readonly meaning: string;
  /** Earlier data must not be shown any more. */
  readonly hidesData: boolean;
  /** Whether all that is wrong is the missing connection. */
  readonly notSeen?: boolean;
  readonly retry: () => void;
}

interface QueryData {
  readonly items: readonly unknown[];
  /** Unreadable records: a list of these alone is not empty. */
  readonly unreadable?: readonly unknown[];
  /** Whether the backend has not confirmed it: an empty list is not known to be empty, */
  readonly fromCache?: boolean;
  /** unless it was empty when the backend last answered. */
  readonly knownEmpty?: boolean;
}

export interface QueryViewProps<D extends QueryData> {
  /** `data` is undefined while loading. */
  readonly view: { readonly data: D | undefined; readonly failure: QueryFailure | null };
  /** Title of the error: "The files can’t be read". */
  readonly failed: string;
  /** A Skeleton that says what it waits for. */
  readonly loading: ReactNode;
  /** Names the next step. Absent: an empty list is shown as `children`. */
  readonly empty?: ReactNode;
  /** `panel` for a part among others, `screen` where the list is the screen. Default `panel`. */
  readonly size?: 'panel' | 'screen';
  readonly children: (data: D) => ReactNode;
}

/** A query's list by state: loading, failed (with a retry), not seen on this device, empty, loaded. A failure is never shown as empty. */
export function QueryView<D extends QueryData>(props: QueryViewProps<D>): ReactNode {
  const { view, failed, loading, empty, size = 'panel', children } = props;
  const { data, failure } = view;
  if (failure?.notSeen && data === undefined) return <NotSeen size={size} />;
  if (failure && (data === undefined || failure.hidesData))
    return size === 'screen' ? (
      <ErrorState
        title={failed}
        meaning={failure.meaning}
        action={<Button onClick={failure.retry}>Try again</Button>}
      />
    ) : (
      <QueryProblem title={failed} failure={failure} />
    );
  if (data === undefined) return loading;
  const none = data.items.length === 0 && empty !== undefined;
  return (
    <>
      {failure ? (
        <Banner
          kind="caution"
          action={
            <Button size="small" onClick={failure.retry}>
              Try again
            </Button>
          }
        >
          <strong>This may be out of date.</strong> {failure.meaning}
        </Banner>
      ) : null}
      {none ? <None data={data} empty={empty} size={size} /> : children(data)}
    </>
  );
}

function None({
  data,
  empty,
  size,
}: { readonly data: QueryData } & Pick<QueryViewProps<QueryData>, 'empty' | 'size'>) {
  if (data.unreadable !== undefined && data.unreadable.length > 0) return null;
  return data.fromCache && !data.knownEmpty ? <NotSeen size={size ?? 'panel'} /> : empty;
}

/** A failed query, in a panel or in place of a field. */
export function QueryProblem({
  title,
  failure,
}: {
  readonly title: string;
  readonly failure: Pick<QueryFailure, 'meaning' | 'notSeen' | 'retry'>;
}) {
  if (failure.notSeen) return <NotSeen size="panel" />;
  return (
    <div className={styles.problem} role="alert">
      <TriangleAlert className={styles.bad} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.meaning}>{failure.meaning}</p>
        <Button size="small" onClick={failure.retry}>
          Try again
        </Button>
      </div>
    </div>
  );
}
