/** Details of a row in the readiness table: each way to the person with its reason and remedy. */
import type { ReadinessRow } from '#domain/readiness/rows.ts';
import { isProved } from '#domain/readiness/reachability.ts';
import { channelTargetKey } from '#domain/channel/schema.ts';
import { onlyThroughSentence } from '#domain/channel/way.ts';
import { WayProof } from '#src/components/way-proof.tsx';
import { noNotifications, useMessagesOffered } from '#src/data/queries/messages-offered.ts';
import { useWayReach } from '#src/data/queries/way-reach.ts';
import { links } from '#src/data/links.ts';
import { DefinitionList } from '#src/ui/panel.tsx';
import { Link } from '#src/ui/link.tsx';
import { MendActions } from './mend-actions.tsx';
import { PersonNotifications } from './person-notifications.tsx';
import { ReachWord } from './reach-word.tsx';
import styles from './readiness.module.css';

export function WayDetails({ row, own }: { readonly row: ReadinessRow; readonly own: boolean }) {
  const reachOf = useWayReach();
  const { reachability, reach } = row;
  const offered = useMessagesOffered();
  // Nothing is sent to devices then, whatever they have proved before.
  const ways = row.ways.filter(({ to }) => offered || to.channel !== 'push');
  const onlyOne = onlyThroughSentence(ways);
  if (!offered && ways.length === 0) return <p className={styles.details}>{noNotifications}</p>;
  // The ways below explain the state, whatever the rules.
  const isExplained = [reach.high, reach.low].every(({ state }) => state === reachability.state);
  return (
    <div className={styles.details}>
      {isExplained ? null : (
        <DefinitionList
          items={[
            { term: 'A page of high urgency', value: reach.high.reason },
            { term: 'A page of low urgency', value: reach.low.reason },
          ]}
        />
      )}
      {onlyOne === null ? null : <p className={styles.reason}>{onlyOne}</p>}
      {ways.length > 0 ? null : (
        <p>
          {reachability.reason} {reachability.remedy}
        </p>
      )}
      {ways.length === 0 ? null : (
        <ul className={styles.targets} aria-label={`Ways to ${row.name}`}>
          {ways.map((way) => {
            const found = reachOf(way);
            return (
              <li key={channelTargetKey(way.to)} className={styles.target}>
                <span className={styles.label}>{way.label}</span>
                <ReachWord reach={found} />
                <span className={styles.reason}>
                  {isProved(found) ? '' : `${found.reason} ${found.remedy ?? ''} `}
                  {way.kind === 'webhook' ? `Through ${way.through}. ` : ''}
                  <WayProof way={way} />
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {own ? (
        <p>
          <Link look="text" href={links.me()}>
            Your devices and notifications
          </Link>
        </p>
      ) : (
        <>
          <MendActions row={row} />
          <PersonNotifications row={row} />
        </>
      )}
    </div>
  );
}
