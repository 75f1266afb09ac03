import { useSettings } from '#src/data/client/settings.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import type { SocialQuestion } from './social-chooser.ts';
import styles from './social-dialog.module.css';

const names: Readonly<Record<string, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  microsoft: 'Microsoft',
  facebook: 'Facebook',
};

/** Simulation of a social provider's window. */
export function SocialDialog({ question }: { readonly question: SocialQuestion }) {
  const { signInProviders } = useSettings();
  const { provider: id } = question;
  const configured = signInProviders.find((one) => one.id === id)?.name;
  const provider = configured ?? names[id.replace(/\.com$/, '')] ?? id;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) question.answer(null);
      }}
      title={`Choose a ${provider} account`}
      description="This is a rehearsal: no one is asked but this browser, and nothing leaves it."
    >
      <ul className={styles.accounts}>
        {question.accounts.map((account) => (
          <li key={account.uid}>
            <Button
              wide
              icon={<Avatar person={{ id: account.uid, name: account.displayName }} decorative />}
              onClick={() => question.answer(account)}
            >
              {account.displayName} · {account.email}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
