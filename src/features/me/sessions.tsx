/** Sessions: the way to end all of them at once, wherever they are. */
import LogOut from 'lucide-react/icons/log-out';
import { useState } from 'react';
import { useConnected } from '#src/data/client/connection.ts';
import { explain } from '#src/data/client/errors.ts';
import { useSignOutEverywhere } from '#src/data/client/sign-out-everywhere.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Panel } from '#src/ui/panel.tsx';
import styles from './me.module.css';

export function Sessions() {
  const offline = useConnected() === false;
  const [asking, setAsking] = useState(false);
  const end = useSignOutEverywhere();
  return (
    <Panel title="Sessions" frame="box">
      <div className={styles.stack}>
        <p className={styles.muted}>
          A device is lost, or somebody else may be signed in as you: end every session of your account at
          once. Change your password as well if somebody may know it.
        </p>
        <div className={styles.buttons}>
          <Button
            icon={<LogOut className="icon" />}
            busy={end.isPending && 'Signing out…'}
            disabledReason={offline && 'There is no connection to the backend.'}
            onClick={() => {
              end.reset();
              setAsking(true);
            }}
          >
            Sign out everywhere
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        danger
        busy={end.isPending && 'Signing out…'}
        problem={end.error && explain(end.error)}
        onConfirm={() => end.mutate()}
      >
        Every browser, this one included, goes to sign-in at once and erases what it kept of your teams; what
        waits there to be sent is lost. Pages reach none of your devices until you have signed in on them and
        enabled notifications again. Hand over your shift first if you are on call.
      </ConfirmDialog>
    </Panel>
  );
}
