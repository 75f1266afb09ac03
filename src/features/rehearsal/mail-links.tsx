/** Buttons for the links of a mail that functions answer, and the dialog with the page behind one. */
import { useState } from 'react';
import { mailLinkPrefix } from '#api/mail-link.ts';
import type { Control, InboxMessage } from '#ports/control.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { type MailPage, mailLinkPathsIn, mailPageRequest, readMailPage } from './mail-page.ts';
import styles from './rehearsal.module.css';
import { useWork } from './use-work.ts';

interface MailLinksProps {
  readonly control: Control;
  readonly message: InboxMessage;
}

export function MailLinks({ control, message }: MailLinksProps) {
  const [page, setPage] = useState<MailPage | null>(null);
  const [open, setOpen] = useState(false);
  const work = useWork();
  const request = (path: string, pressed?: string) =>
    work.run(pressed ?? path, async () => {
      setPage(readMailPage(path, await control.http(mailPageRequest(path, pressed))));
      setOpen(true);
    });
  return (
    <>
      {mailLinkPathsIn(message.body).map((path) => (
        <Button
          key={path}
          size="small"
          busy={work.busy === path && 'Opening…'}
          onClick={() => void request(path)}
        >
          {path.startsWith(`${mailLinkPrefix}off/`) ? 'Unsubscribe' : 'Open the link'}
        </Button>
      ))}
      {page && (
        <Dialog
          open={open}
          onOpenChange={setOpen}
          title={page.title}
          description={page.sentence}
          footer={
            page.buttons.length > 0 && (
              <PageButtons page={page} busy={work.busy} onPress={(value) => void request(page.path, value)} />
            )
          }
        >
          {/* Loads the page anew, as a link in a mail does: dialog and panel are closed then. */}
          {page.link && (
            <a className={styles.link} href={page.link.href}>
              {page.link.label}
            </a>
          )}
        </Dialog>
      )}
    </>
  );
}

interface PageButtonsProps {
  readonly page: MailPage;
  readonly busy: string | null;
  readonly onPress: (value: string) => void;
}

/** The first button of the page is its main one. */
const PageButtons = ({ page, busy, onPress }: PageButtonsProps) =>
  page.buttons
    .map(({ value, label }, n) => (
      <Button
        key={value}
        variant={n === 0 ? 'primary' : 'secondary'}
        busy={busy === value && 'Sending…'}
        onClick={() => onPress(value)}
      >
        {label}
      </Button>
    ))
    .toReversed();
