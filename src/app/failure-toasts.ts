/** Toasts for what an earlier page gave and the server rejected. */
import { useFailedCommandToasts } from './failed-commands.ts';
import { useFailedRoomWriteToasts } from './failed-room-writes.ts';

export function FailureToasts() {
  useFailedCommandToasts();
  useFailedRoomWriteToasts();
  return null;
}
