/** Messages to people: links and codes that were sent, and codes of their authenticator apps. */
import { useQuery } from '@tanstack/react-query';
import Inbox from 'lucide-react/icons/inbox';
import type { Control } from '#ports/control.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { explain } from '#src/data/client/errors.ts';
import { useAuthenticator } from '#src/data/queries/rehearsal.ts';
import { QueryProblem } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { isMailLink } from './mail-page.ts';
import { MailLinks } from './mail-links.tsx';
import styles from './rehearsal.module.css';

export function InboxPart({ control }: { readonly control: Control }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['rehearsal-inbox'],
    queryFn: () => control.inbox(),
    networkMode: 'always',
    staleTime: 0,
  });
  return (
    <>
      <div className={styles.row}>
        <Button size="small" busy={isFetching && 'Looking…'} onClick={() => void refetch()}>
          Look again
        </Button>
      </div>
      <Authenticator />
      {error ? (
        <QueryProblem
          title="The inbox can’t be read"
          failure={{ meaning: explain(error), retry: () => void refetch() }}
        />
      ) : data === undefined ? (
        <Skeleton label="Loading the inbox" shape="text" />
      ) : data.length === 0 ? (
        <EmptyState icon={<Inbox className="icon" />} title="Nothing was sent yet">
          Sign-in links, password resets and codes arrive here, whomever they are for.
        </EmptyState>
      ) : (
        <ul className={styles.samples}>
          {data.map((message) => (
            <li key={message.id} className={styles.mail}>
              <p className={styles.row}>
                <Badge>{message.channel === 'email' ? 'Email' : 'Text message'}</Badge>
                <span className={styles.muted}>to {message.to}</span>
                <span className={styles.muted}>
                  <Time at={message.sentAt} />
                </span>
              </p>
              <p className={styles.name}>{message.subject}</p>
              <p className={styles.body}>{message.body}</p>
              <p className={styles.row}>
                <Action action={message.action} />
                <MailLinks control={control} message={message} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Link or code of a message, except links that `MailLinks` shows. */
function Action({ action }: { readonly action: string }) {
  if (isMailLink(action)) return null;
  return (
    <>
      {/^https?:/.test(action) ? (
        <a className={styles.link} href={action}>
          Follow the link
        </a>
      ) : (
        <code>{action}</code>
      )}
      <CopyButton text={action} label="Copy" />
    </>
  );
}

function Authenticator() {
  const entries = useAuthenticator();
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="authenticator">
      <h3 id="authenticator" className={styles.name}>
        Authenticator apps
      </h3>
      <ul className={styles.samples}>
        {entries.map(({ secret, account, factorId, code }) => (
          <li key={secret} className={styles.sample}>
            <span>
              {account} {factorId === null && <Badge>being set up</Badge>}
            </span>
            <span className={styles.row}>
              <code className={styles.code}>
                {code.slice(0, 3)} {code.slice(3)}
              </code>
              <CopyButton text={code} label={`Copy the code of ${account}`} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
