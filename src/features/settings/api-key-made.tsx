/** A new API key, shown once: only this browser has it. With the first request to make with it. */
import { useControl } from '#src/data/client/ports.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import styles from './members.module.css';

export function MadeApiKey({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const inBrowser = useControl() !== null;
  const request = `curl -H "Authorization: Bearer $MUSTER_API_KEY" ${location.origin}/api/v1/on-call`;
  return (
    <div className={styles.ways}>
      <Banner kind="caution">
        The key is shown only now: Muster doesn’t keep it. Copy it before you go on.
      </Banner>
      {inBrowser ? (
        <p className={styles.muted}>
          This demonstration runs in your browser: no program outside can reach its API.
        </p>
      ) : null}
      <div className={styles.link}>
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy the key" />
      </div>
      <div>
        <p className={styles.label}>First request, with the key as MUSTER_API_KEY in the environment</p>
        <div className={styles.link}>
          <code>{request}</code>
          <CopyButton text={request} label="Copy the request" />
        </div>
      </div>
      <div>
        <Button variant="primary" onClick={onDone}>
          I have copied it
        </Button>
      </div>
    </div>
  );
}
