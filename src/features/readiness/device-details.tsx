/** Details of a row in the readiness table: each device with its reason and remedy. */
import type { ReadinessRow } from '#domain/readiness/rows.ts';
import { isProved, wayState, wayWord } from '#domain/readiness/reachability.ts';
import { channelTargetKey } from '#domain/channel/schema.ts';
import { onlyThroughSentence } from '#domain/channel/way.ts';
import { wayOfDevice } from '#domain/device/way.ts';
import { useServerNow } from '#src/data/client/server-now.ts';
import { DeviceProof } from '#src/components/device-proof.tsx';
import { noNotifications, useMessagesOffered } from '#src/data/queries/this-device.ts';
import { useDeviceReach } from '#src/data/queries/device-reach.ts';
import { links } from '#src/data/links.ts';
import { DefinitionList } from '#src/ui/panel.tsx';
import { Link } from '#src/ui/link.tsx';
import { MendActions } from './mend-actions.tsx';
import { PersonNotifications } from './person-notifications.tsx';
import { ReachWord } from './reach-word.tsx';
import styles from './readiness.module.css';

export function DeviceDetails({ row, own }: { readonly row: ReadinessRow; readonly own: boolean }) {
  const reachOf = useDeviceReach();
  const { devices, others = [], reachability, reach } = row;
  const now = useServerNow(60_000);
  const onlyOne = onlyThroughSentence([...devices.map(wayOfDevice), ...others]);
  if (!useMessagesOffered()) return <p className={styles.details}>{noNotifications}</p>;
  // The devices below explain the state, whatever the rules.
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
      {others.length > 0 && (
        <ul className={styles.devices} aria-label={`Other ways to ${row.name}`}>
          {others.map((way) => (
            <li key={channelTargetKey(way.to)} className={styles.device}>
              <span className={styles.label}>{way.label}</span>
              <ReachWord reach={{ state: wayState(way, now), word: wayWord(wayState(way, now)) }} />
              <span className={styles.reason}>Through {way.through}</span>
            </li>
          ))}
        </ul>
      )}
      {onlyOne === null ? null : <p className={styles.reason}>{onlyOne}</p>}
      {devices.length + others.length > 0 ? null : (
        <p>
          {reachability.reason} {reachability.remedy}
        </p>
      )}
      {devices.length === 0 ? null : (
        <ul className={styles.devices} aria-label={`Devices of ${row.name}`}>
          {devices.map((device) => {
            const found = reachOf(device);
            return (
              <li key={device.id} className={styles.device}>
                <span className={styles.label}>{device.label === '' ? 'A browser' : device.label}</span>
                <ReachWord reach={found} />
                <span className={styles.reason}>
                  {isProved(found) ? '' : `${found.reason} ${found.remedy ?? ''} `}
                  <DeviceProof device={device} />
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
