/** Devices of mine that pages no longer reach: somebody else has registered them, or their browser ended the registration. */
import { notReachedSentence } from '#domain/device/device.ts';
import type { Device } from '#domain/device/schema.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { useMyDevices } from '#src/data/queries/my-devices.ts';
import { Banner } from '#src/ui/banner.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

export function LostDevices() {
  const register = useCommand('registerDevice');
  const toasts = useToasts();
  const devices = (useMyDevices().data?.items ?? []).map(({ value }) => value);
  const dismiss = ({ id: deviceId, label, userAgent }: Device) => {
    register
      .mutateAsync({ deviceId, registration: null, label, userAgent })
      .catch((error: unknown) => toasts.error('The notice stays', explain(error)));
  };
  return devices.map((device) => {
    const sentence = notReachedSentence(device);
    return sentence === null ? null : (
      <Banner key={device.id} kind="caution" onDismiss={() => dismiss(device)}>
        {sentence}
      </Banner>
    );
  });
}
