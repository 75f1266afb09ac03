/** Form for the reason of declining, inside the page alarm, with the page's summary in view. */
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { focusOnMount } from '#src/ui/focus-on-mount.ts';
import { TextInput } from '#src/ui/text-input.tsx';
import { limits } from '#domain/constants.ts';
import styles from './decline.module.css';

interface DeclineProps {
  /** Next recipients and readers of the reason; undefined while unknown. */
  readonly consequence: string | undefined;
  readonly reason: string;
  readonly busy: boolean;
  onReason(reason: string): void;
  onCancel(): void;
  onConfirm(): void;
}

export function Decline({ consequence, reason, busy, onReason, onCancel, onConfirm }: DeclineProps) {
  return (
    <form
      className={styles.decline}
      aria-label="Can’t take it"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onConfirm();
      }}
    >
      <Field label="Why can’t you take it?" optional hint={consequence}>
        <TextInput
          ref={focusOnMount}
          value={reason}
          maxLength={limits.reason}
          onChange={(event) => onReason(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel();
          }}
        />
      </Field>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" size="large" busy={busy && 'Passing it on…'}>
          Pass it on
        </Button>
        <Button size="large" onClick={onCancel}>
          Back
        </Button>
      </div>
    </form>
  );
}
