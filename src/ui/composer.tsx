import Paperclip from 'lucide-react/icons/paperclip';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { Button } from './button.tsx';
import styles from './composer.module.css';
import { FileInput } from './file-drop.tsx';
import { IconButton } from './icon-button.tsx';
import { isApple } from './key-combo.ts';

export interface ComposerProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called only with something to send. Clearing the draft is up to the caller. */
  readonly onSubmit: () => void;
  /** Files chosen, dropped or pasted. Without it there is no attach button. */
  readonly onFiles?: (files: readonly File[]) => void;
  readonly placeholder?: string;
  /** A verb. Default "Comment". */
  readonly submitLabel?: string;
  /** People who are typing, or "You are offline. This will be sent when you are back." Its line is always kept. */
  readonly note?: ReactNode;
  readonly disabledReason?: string | false | undefined;
  /** Characters allowed; the count shows near the end. */
  readonly maxLength?: number;
  readonly inputRef?: Ref<HTMLTextAreaElement>;
}

/** Text area with a send button. ⌘ or Ctrl with Enter sends; Enter alone makes a new line. */
export function Composer(props: ComposerProps) {
  const { label, value, onChange, onSubmit, onFiles, placeholder, submitLabel = 'Comment', note } = props;
  const { disabledReason, maxLength, inputRef } = props;
  const files = useRef<HTMLInputElement>(null);
  const blank = value.trim() === '';
  const left = maxLength === undefined ? Infinity : maxLength - value.length;
  const reason = disabledReason || (left < 0 ? `Shorten it by ${-left} characters` : false);

  const submit = () => {
    if (!blank && !reason) onSubmit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const mod = isApple() ? event.metaKey : event.ctrlKey;
    if (event.key !== 'Enter' || !mod || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = Array.from(event.clipboardData.files);
    if (!onFiles || pasted.length === 0) return;
    event.preventDefault();
    onFiles(pasted);
  };

  return (
    <form
      className={styles.composer}
      data-foot
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles.box}>
        <textarea
          ref={inputRef}
          className={styles.input}
          aria-label={label}
          rows={1}
          value={value}
          readOnly={Boolean(disabledReason)}
          placeholder={disabledReason || placeholder}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <div className={styles.tools}>
          {onFiles ? (
            <>
              <IconButton
                label="Attach files"
                icon={<Paperclip className="icon" />}
                size="small"
                onClick={() => files.current?.click()}
              />
              <FileInput inputRef={files} accept={undefined} label="Attach files" onFiles={onFiles} />
            </>
          ) : null}
          <span className={styles.note} aria-live="polite">
            {left < 0 ? `${-left} characters too many` : left < 200 ? `${left} characters left` : note}
          </span>
          <Button
            type="submit"
            variant={blank ? 'secondary' : 'primary'}
            size="small"
            icon={<SendHorizontal className={styles.send} />}
            disabledReason={reason}
            shortcut="mod+Enter"
          >
            {submitLabel}
          </Button>
        </div>
      </div>
    </form>
  );
}
