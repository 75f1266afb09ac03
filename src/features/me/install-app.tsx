/** Installation of Muster as an app of this device; absent where the browser offers none. */
import { useInstall } from '#src/data/client/app-install.ts';
import { Button } from '#src/ui/button.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

export function InstallApp() {
  const install = useInstall();
  const toasts = useToasts();
  if (!install) return null;
  const press = async () => {
    try {
      if (await install()) toasts.done('Muster is installed', 'It counts open pages on its icon.');
    } catch {
      toasts.error('Muster was not installed', 'Use “Install” in the browser’s own menu.');
    }
  };
  return (
    <Button size="small" aria-label="Install Muster" onClick={() => void press()}>
      Install
    </Button>
  );
}
