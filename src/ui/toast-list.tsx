import { Toast as Base } from '@base-ui/react/toast';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import type { ToastAction, ToastQueue } from './toasts.tsx';
import styles from './toasts.module.css';

interface Data {
  readonly action: ToastAction | undefined;
}

/** The newest three; the others wait behind them. */
export function ToastList({ queue }: { readonly queue: ToastQueue }) {
  return (
    <Base.Provider limit={3}>
      <Base.Portal>
        <Base.Viewport className={styles.viewport} aria-label="Messages">
          <Shown queue={queue} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Shown({ queue }: { readonly queue: ToastQueue }) {
  const { toasts, add, close } = Base.useToastManager<Data>();
  useEffect(
    () =>
      queue.take(({ title, detail, failed, lasts, action }) => {
        add({
          title,
          description: detail,
          ...(failed && { type: 'error' }),
          timeout: lasts,
          data: { action },
        });
      }),
    [queue, add],
  );
  return toasts.map((toast) => {
    const action = toast.data?.action;
    return (
      <Base.Root key={toast.id} toast={toast} className={styles.toast} swipeDirection={['right', 'down']}>
        <Base.Content className={styles.content}>
          {toast.type === 'error' ? (
            <CircleAlert className={styles.bad} />
          ) : (
            <CircleCheck className={styles.good} />
          )}
          <div className={styles.words} role={toast.type === 'error' ? 'alert' : undefined}>
            <Base.Title className={styles.title} />
            <Base.Description className={styles.detail} />
          </div>
          {action ? (
            <Button
              size="small"
              onClick={() => {
                action.run();
                close(toast.id);
              }}
            >
              {action.label}
            </Button>
          ) : null}
          <Base.Close
            aria-hidden={false}
            render={<IconButton label="Dismiss" icon={<X className="icon" />} size="small" />}
          />
        </Base.Content>
      </Base.Root>
    );
  });
}
