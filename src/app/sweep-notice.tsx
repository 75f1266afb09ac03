/** Above every screen: that the server's sweep has not run. A script of its own, fetched when the first screen is idle. */
import { useLateSweep } from '#src/data/queries/sweep.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Time } from '#src/ui/time.tsx';

export function SweepNotice() {
  const lastAt = useLateSweep();
  if (lastAt === undefined) return null;
  return (
    <Banner kind="caution" form="strip">
      Pages may be late: the server’s check for what is due{' '}
      {lastAt === null ? (
        'has not run'
      ) : (
        <>
          last ran <Time at={lastAt} />
        </>
      )}
      . Call people yourself if it is urgent, and have the function “sweep” looked at by those who run this
      Muster.
    </Banner>
  );
}
