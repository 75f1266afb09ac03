/** Requests of backend code to other servers (capability `server.http`): why there are none here. */
import { useCapability, useControl } from './ports.tsx';

/** False: requests are made. */
export function useNoRequestsReason(): string | false {
  const makesRequests = useCapability('server.http');
  const isDemonstration = useControl() !== null;
  if (makesRequests) return false;
  return isDemonstration
    ? 'This demonstration runs in your browser: it sends nothing to other servers.'
    : 'This Muster sends nothing to other servers.';
}
