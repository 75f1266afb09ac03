/** Recovery codes: how many are left, and new ones, which are shown once. */
import { useState } from 'react';
import type { User } from '#ports/auth/auth.ts';
import { useMyProfile } from '#src/data/queries/profile.ts';
import { Button } from '#src/ui/button.tsx';
import { Time } from '#src/ui/time.tsx';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import styles from './two-step.module.css';

export interface RecoveryCodesProps {
  readonly user: User;
  /** A second step was just added: codes are offered at once. */
  readonly offered: boolean;
  readonly onOfferClosed: () => void;
}

export function RecoveryCodesPanel({ user, offered, onOfferClosed }: RecoveryCodesProps) {
  const profile = useMyProfile();
  const [making, setMaking] = useState(false);
  const left = profile?.recoveryCodesLeft ?? 0;
  const madeAt = profile?.recoveryCodesAt ?? null;
  // Decided when the step is added: the codes are counted as soon as they are made.
  const [known, setKnown] = useState(false);
  if (known !== offered) {
    setKnown(offered);
    if (offered && left === 0) setMaking(true);
  }
  const close = () => {
    setMaking(false);
    onOfferClosed();
  };
  return (
    <div className={styles.codes}>
      <LifeBuoy className="icon" aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.name}>Recovery codes</p>
        <p className={styles.muted}>
          {madeAt === null ? (
            'None yet. Without them, owners of your teams have to let you in again when you lose the app or the phone.'
          ) : (
            <>
              {left === 0 ? 'All are used' : `${left} left`} · made <Time at={madeAt} />
            </>
          )}
        </p>
      </div>
      <Button size="small" variant={left === 0 ? 'primary' : 'quiet'} onClick={() => setMaking(true)}>
        {madeAt === null ? 'Make codes' : 'Make new codes'}
      </Button>
      {making ? <RecoveryCodesDialog user={user} replaced={left} onClose={close} /> : null}
    </div>
  );
}
