import type { ReactNode } from 'react';
import type { User } from '#ports/auth/auth.ts';
import { useSignOut } from '#src/data/client/sign-out.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorState } from '#src/ui/empty-state.tsx';

interface GateMessageProps {
  readonly user: User;
  readonly title: string;
  readonly meaning: string;
  readonly advice: string;
  /** Action before the sign-out button. */
  readonly action: ReactNode;
}

/** Full-page message: why the team can't be opened, and what to do. */
export function GateMessage({ user, title, meaning, advice, action }: GateMessageProps) {
  const signOut = useSignOut();
  return (
    <main>
      <h1 className="visually-hidden">{title}</h1>
      <ErrorState
        title={title}
        meaning={meaning}
        advice={advice}
        action={
          <>
            {action}
            <Button onClick={() => void signOut().catch(() => undefined)}>Sign out</Button>
          </>
        }
        detail={user.email ?? user.uid}
      />
    </main>
  );
}
