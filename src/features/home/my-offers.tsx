/** Panel of role offers to the signed-in member, with the buttons that accept and decline. */
import { dutyOf } from '#domain/incident/roles.ts';
import { useConnected } from '#src/data/client/connection.ts';
import { explain } from '#src/data/client/errors.ts';
import { links } from '#src/data/links.ts';
import { type Offer, useOfferAnswer } from '#src/data/queries/offers.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Link } from '#src/ui/link.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { useLocation } from 'wouter';
import styles from './my-pages.module.css';

export function OfferCard({ offer }: { readonly offer: Offer }) {
  const { incident, role, by } = offer;
  const { number, title } = incident;
  const [, navigate] = useLocation();
  const people = usePeople();
  const toasts = useToasts();
  const offline = useConnected() === false;
  const { pending, send } = useOfferAnswer(incident, role, {
    onSuccess: (_, { accept }) =>
      accept
        ? toasts.done(`Accepted: ${role} of #${number}`, undefined, {
            label: `Open #${number}`,
            run: () => navigate(links.incident(number)),
          })
        : toasts.done('Declined', `${people.name(by)} sees it in #${number}.`),
    onError: (error) => toasts.error('Your answer was not taken', explain(error)),
  });
  const busy = (accept: boolean, word: string) =>
    pending?.accept === accept && (offline ? 'Queued until you are online' : word);
  return (
    <article className={styles.offer} aria-label={`You are asked to ${dutyOf(role, incident)}`}>
      <h2 className={styles.asked}>
        {people.name(by)} asks you to {dutyOf(role, incident)}
      </h2>
      <p className={styles.next}>
        <Link look="text" href={links.incident(number)}>
          #{number} {title}
        </Link>
      </p>
      <div className={styles.buttons}>
        <Button
          variant="primary"
          busy={busy(true, 'Accepting…')}
          disabledReason={pending?.accept === false && 'You declined it.'}
          onClick={() => send(true)}
        >
          Accept
        </Button>
        <Button
          busy={busy(false, 'Declining…')}
          disabledReason={pending?.accept === true && 'You accepted it.'}
          onClick={() => send(false)}
        >
          Decline
        </Button>
      </div>
    </article>
  );
}
