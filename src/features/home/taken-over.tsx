/** Devices of mine that somebody else has registered for themselves: pages no longer reach me there. */
import { takenOverSentence } from '#domain/device/device.ts';
import type { Device } from '#domain/device/schema.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { useMyDevices } from '#src/data/queries/on-call.ts';
import { Banner } from '#src/ui/banner.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

export function TakenOver() {
  const register = useCommand('registerDevice');
  const toasts = useToasts();
  const devices = (useMyDevices().data?.items ?? []).map(({ value }) => value);
  const dismiss = ({ id: deviceId, label, userAgent }: Device) => {
    register
      .mutateAsync({ deviceId, registration: null, label, userAgent })
      .catch((error: unknown) => toasts.error('The notice stays', explain(error)));
  };
  return devices
    .filter(({ takenOverAt, registration }) => takenOverAt !== null && registration === null)
    .map((device) => (
      <Banner key={device.id} kind="caution" onDismiss={() => dismiss(device)}>
        {takenOverSentence(device)}
      </Banner>
    ));
}
