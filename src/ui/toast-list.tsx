import { Toast as Base } from '@base-ui/react/toast';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './toasts.module.css';

export interface ToastAction {
  /** A verb: "Undo", "Try again". */
  readonly label: string;
  readonly run: () => void;
}

export interface Toast {
  readonly title: string;
  readonly detail: string | undefined;
  readonly failed: boolean;
  readonly action: ToastAction | undefined;
}

export interface ToastListProps {
  /** Every toast since the start; the list shows each once, at most three at a time. */
  readonly toasts: readonly Toast[];
}

export function ToastList({ toasts }: ToastListProps) {
  return (
    <Base.Provider limit={3}>
      <Base.Portal>
        <Base.Viewport className={styles.viewport} aria-label="Messages">
          <Shown toasts={toasts} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/** Milliseconds until a toast leaves; 0 for never. */
const timeoutOf = ({ failed, action }: Toast): number => (failed ? 0 : action ? 10_000 : 4_000);

function Shown({ toasts: added }: ToastListProps) {
  const { toasts, add, close } = Base.useToastManager<Toast>();
  const count = useRef(0);
  useEffect(() => {
    for (const toast of added.slice(count.current))
      add({
        title: toast.title,
        description: toast.detail,
        timeout: timeoutOf(toast),
        ...(toast.failed && { type: 'error' }),
        data: toast,
      });
    count.current = added.length;
  }, [added, add]);
  return toasts.map((toast) => {
    const action = toast.data?.action;
    const failed = toast.type === 'error';
    return (
      <Base.Root key={toast.id} toast={toast} className={styles.toast} swipeDirection={['right', 'down']}>
        <Base.Content className={styles.content}>
          {failed ? <CircleAlert className={styles.bad} /> : <CircleCheck className={styles.good} />}
          <div className={styles.words} role={failed ? 'alert' : undefined}>
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
