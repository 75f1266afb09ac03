/** The signing secret of a new webhook, shown once: it can't be read again. */
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import styles from './webhooks.module.css';

interface MadeSecretProps {
  readonly secret: string;
  readonly onDone: () => void;
}

export const MadeSecret = ({ secret, onDone }: MadeSecretProps) => (
  <div className={styles.form}>
    <Banner kind="caution">The signing secret is shown only now. Copy it before you go on.</Banner>
    <div className={styles.secret}>
      <code>{secret}</code>
      <CopyButton text={secret} label="Copy the secret" />
    </div>
    <p>
      The receiver checks the header <code>webhook-signature</code> with it: libraries of Standard Webhooks do
      so in most languages.
    </p>
    <div>
      <Button variant="primary" onClick={onDone}>
        I have copied it
      </Button>
    </div>
  </div>
);
