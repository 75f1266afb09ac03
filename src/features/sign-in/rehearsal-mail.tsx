import { useControl } from '#src/data/client/ports.tsx';
import { useSentTo } from '#src/data/queries/rehearsal.ts';
import { RehearsalMailNote as Note } from '#src/components/rehearsal-note.tsx';

interface RehearsalMailProps {
  /** The address or number it went to. */
  readonly to: string;
  /** Action of the link in it: "Sign in". */
  readonly action: string;
}

/** Mail of a rehearsal: nothing leaves the browser, and the message can be opened here. */
export function RehearsalMail({ to, action }: RehearsalMailProps) {
  const rehearsing = useControl() !== null;
  const message = useSentTo(to);
  return rehearsing && <Note message={message} action={action} />;
}
