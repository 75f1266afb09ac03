/** The people a page waits for, and how far it got to each of them: proof, not hope. */
import { attemptsText, furthestDelivery } from '#domain/page/delivery.ts';
import type { Delivery, Page, DeliveryStatus } from '#domain/page/schema.ts';
import { useDeliveries } from '#src/data/queries/pages.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { useView, type ViewFailure } from '#src/data/client/view.ts';
import { Time } from '#src/ui/time.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import styles from './pages-panel.module.css';

const words: Readonly<Record<DeliveryStatus, string>> = {
  waiting: 'Waiting',
  dropped: 'Not sent',
  queued: 'Sending',
  accepted: 'Sent',
  shown: 'Shown',
  opened: 'Opened',
  failed: 'Not delivered',
};

export function AskedPeople({ page }: { readonly page: Page }) {
  const people = usePeople();
  const { data, failure } = useView(useDeliveries(page.id));
  const deliveries = data?.items ?? [];
  return (
    <ul className={styles.asked}>
      {page.waitingFor.map((userId) => {
        const name = people.name(userId);
        const furthest = furthestDelivery(
          deliveries.map(({ value }) => value).filter((delivery) => delivery.userId === userId),
        );
        return (
          <li key={userId} className={styles.person}>
            <Avatar person={{ id: userId, name }} size="small" decorative />
            <span className={styles.name}>{name}</span>
            {furthest ? <ReceiptWord delivery={furthest} /> : failure ? <NoReceipt {...failure} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

/** Note that the delivery is unknown, which is not the same as not sent. */
function NoReceipt({ meaning, retry }: ViewFailure) {
  return (
    <Button size="small" variant="quiet" title={meaning} onClick={retry}>
      Delivery not known. Try again
    </Button>
  );
}

function ReceiptWord({ delivery }: { readonly delivery: Delivery }) {
  if (delivery.to === null) return <span className={styles.quiet}>No device: only an open screen</span>;
  if (delivery.status === 'waiting' && delivery.dueAt != null)
    return (
      <span className={styles.quiet}>
        {delivery.held === 'quiet-hours' ? 'Quiet hours until' : 'By their rules at'}{' '}
        <Time at={delivery.dueAt} form="clock" />
      </span>
    );
  if (delivery.status === 'dropped')
    return <span className={styles.quiet}>Not sent. {delivery.failure}</span>;
  const attempts = attemptsText(delivery);
  if (attempts !== null)
    return (
      <span className={styles.failed}>
        {attempts}
        {delivery.nextAttemptAt == null ? null : (
          <>
            , next by <Time at={delivery.nextAttemptAt} form="clock" />
          </>
        )}
      </span>
    );
  const failed = delivery.status === 'failed';
  return (
    <span className={failed ? styles.failed : styles.quiet} title={delivery.failure ?? undefined}>
      {words[delivery.status]}
    </span>
  );
}
