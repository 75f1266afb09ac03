import Paperclip from 'lucide-react/icons/paperclip';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { byteSize } from './byte-size.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import styles from './file-drop.module.css';
import { ProgressBar } from './progress-bar.tsx';

export interface FileDropProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** "Add files". */
  readonly label: string;
  /** Limits: "Up to 25 MB each". */
  readonly hint?: string;
  /** Accepted types, in the form of an input's attribute: "image/*,.log". */
  readonly accept?: string;
  readonly disabledReason?: string | false | undefined;
  /** Drop target beside the button. */
  readonly children?: ReactNode;
}

/** File selection by button or by drag and drop. */
export function FileDrop({ onFiles, label, hint, accept, disabledReason, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const hover = (event: DragEvent) => {
    if (disabledReason || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (disabledReason || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    onFiles(Array.from(event.dataTransfer.files));
  };
  return (
    <div
      className={cx(styles.drop, over && styles.over)}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      <div className={styles.foot}>
        <Button
          size="small"
          icon={<Paperclip className="icon" />}
          disabledReason={disabledReason}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
        {hint ? <span className={styles.hint}>{over ? 'Drop to add' : hint}</span> : null}
      </div>
      <FileInput inputRef={input} accept={accept} label={label} onFiles={onFiles} />
    </div>
  );
}

interface FileInputProps {
  readonly inputRef: React.RefObject<HTMLInputElement | null>;
  readonly accept: string | undefined;
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Hidden file input; a Button opens it. */
export function FileInput({ inputRef, accept, label, onFiles }: FileInputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      multiple
      accept={accept}
      hidden
      aria-label={label}
      onChange={(event) => {
        const files = Array.from(event.currentTarget.files ?? []);
        // Allows choosing the same file again.
        event.currentTarget.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}

export interface FileRowProps {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Address of the stored file; absent until it is stored. */
  readonly href?: string | undefined;
  /** The link saves the file under its name instead of opening it. */
  readonly download?: boolean;
  /** Upload progress from 0 to 1. */
  readonly progress?: number | undefined;
  /** "Paused", "Queued until you are online", or an error. */
  readonly note?: string | undefined;
  readonly failed?: boolean;
  /** Pause, resume, cancel, remove. */
  readonly actions?: ReactNode;
}

/** A file with its upload progress. */
export function FileRow({ name, size, href, download, progress, note, failed, actions }: FileRowProps) {
  return (
    <div className={styles.file}>
      <div className={styles.words}>
        {href ? (
          <a
            href={href}
            target="_blank"
            rel="noreferrer noopener"
            className={styles.name}
            {...(download ? { download: name } : {})}
          >
            {name}
          </a>
        ) : (
          <span className={styles.name}>{name}</span>
        )}
        <span className={cx(styles.hint, 'tabular', failed && styles.failed)}>{note ?? byteSize(size)}</span>
        {progress === undefined ? null : (
          <ProgressBar label={`Uploading ${name}`} value={progress} hideLabel />
        )}
      </div>
      {actions}
    </div>
  );
}
