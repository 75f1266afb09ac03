/** A phone joins by its camera: the code is the address of this page, where the phone signs in and enables notifications. */
import { useState } from 'react';
import { links, useAddressOf } from '#src/data/links.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { QrCode } from '#src/ui/qr-code.tsx';
import styles from './me.module.css';

export function AddDevice() {
  const [open, setOpen] = useState(false);
  const address = useAddressOf()(links.me());
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Add a device
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Add a device"
        description="The code is an address and no credential: you sign in on the phone."
        footer={
          <Button variant="primary" onClick={() => setOpen(false)}>
            Done
          </Button>
        }
      >
        <div className={styles.join}>
          <QrCode text={address} label="QR code of this page’s address" />
          <ol className={styles.joinSteps}>
            <li>Point the phone’s camera at the code, and open the address.</li>
            <li>
              On an iPhone or iPad press “Share”, then “Add to Home Screen”, and open Muster from there: no
              other way shows notifications.
            </li>
            <li>Sign in, then press “Enable here”, and send a drill.</li>
          </ol>
          <p className={styles.joinAddress}>
            <code>{address}</code> <CopyButton text={address} label="Copy the address" />
          </p>
        </div>
      </Dialog>
    </>
  );
}
