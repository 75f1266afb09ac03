import { Toast as Base } from '@base-ui/react/toast';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import X from 'lucide-react/icons/x';
import { useMemo, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './toasts.module.css';

export interface ToastAction {
  /** A verb: "Undo", "Try again". */
  readonly label: string;
  readonly run: () => void;
}

export interface Toasts {
  /** Says that something was done; leaves after a while. */
  done(title: string, detail?: string): void;
  /** Says that something was done and can be taken back; stays ten seconds, longer while hovered or focused. */
  undo(title: string, run: () => void): void;
  /** Says what happened, what it means and what to do; stays until dismissed. */
  error(title: string, detail?: string, action?: ToastAction): void;
}

interface Data {
  readonly action: ToastAction | undefined;
}

/** Shows toasts from anywhere below UiRoot. */
export function useToasts(): Toasts {
  const { add } = Base.useToastManager<Data>();
  return useMemo(
    () => ({
      done(title, detail) {
        add({ title, description: detail, timeout: 4_000, data: { action: undefined } });
      },
      undo(title, run) {
        add({ title, timeout: 10_000, data: { action: { label: 'Undo', run } } });
      },
      error(title, detail, action) {
        add({ title, description: detail, type: 'error', timeout: 0, data: { action } });
      },
    }),
    [add],
  );
}

/** Where toasts appear. Part of UiRoot. */
export function ToastHost({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport className={styles.viewport} aria-label="Messages">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const { toasts, close } = Base.useToastManager<Data>();
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
