/** Files in the room and on their way into it. */
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import X from 'lucide-react/icons/x';
import { memo } from 'react';
import { limits } from '#domain/constants.ts';
import type { Attachment } from '#domain/entities/attachment.ts';
import type { Incident } from '#domain/entities/incident.ts';
import { useConnected } from '#src/live/connection.ts';
import type { Live } from '#src/live/documents.ts';
import { explain } from '#src/live/errors.ts';
import { useAttachments } from '#src/live/incidents.ts';
import { useMay } from '#src/live/team.tsx';
import { type FileOnItsWay, useFileUrl } from '#src/live/uploads.ts';
import { FileDrop, FileRow } from '#src/ui/file-drop.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import styles from './files-panel.module.css';

export interface FilesPanelProps {
  readonly incident: Incident;
  readonly uploads: readonly FileOnItsWay[];
  readonly onFiles: (files: readonly File[]) => void;
}

export const FilesPanel = memo(function FilesPanel({ incident, uploads, onFiles }: FilesPanelProps) {
  const attachments = useAttachments(incident.id).data?.items ?? [];
  const may = useMay()('upload', incident);
  const stored = new Set<string>(attachments.map(({ value }) => value.id));
  const onTheirWay = uploads.filter(({ id }) => !stored.has(id));
  const full = attachments.length + onTheirWay.length >= limits.filesPerIncident;
  const reason = may.allowed
    ? full && `An incident holds ${limits.filesPerIncident} files. Share a link instead.`
    : may.reason;
  return (
    <Panel title="Files" count={attachments.length}>
      <FileDrop label="Add files" hint="Up to 25 MB each" disabledReason={reason} onFiles={onFiles}>
        <ul className={styles.files}>
          {attachments.map((item) => (
            <li key={item.value.id}>
              <StoredFile item={item} />
            </li>
          ))}
          {onTheirWay.map((file) => (
            <li key={file.id}>
              <FileUnderWay file={file} />
            </li>
          ))}
        </ul>
      </FileDrop>
    </Panel>
  );
});

function StoredFile({ item: { value: file, pending } }: { readonly item: Live<Attachment> }) {
  const href = useFileUrl(file.path);
  const offline = useConnected() === false;
  return (
    <div className={styles.stored}>
      {isImage(file) && href ? <img src={href} alt="" className={styles.thumb} loading="lazy" /> : null}
      <FileRow
        name={file.name}
        size={file.size}
        href={href}
        note={pending && offline ? 'Queued until you are online' : undefined}
      />
    </div>
  );
}

/** What a browser shows as a picture. Not SVG: it may carry script. */
export function isImage({ type }: Pick<Attachment, 'type'>): boolean {
  return /^image\/(?:png|jpeg|gif|webp|avif)$/.test(type);
}

function FileUnderWay({ file }: { readonly file: FileOnItsWay }) {
  const offline = useConnected() === false;
  const { state, bytesSent, bytesTotal } = file.progress;
  const failed = file.error !== null;
  const note = failed
    ? explain(file.error)
    : state === 'paused'
      ? `Paused at ${percent(bytesSent, bytesTotal)}`
      : offline
        ? 'Waits for the connection'
        : percent(bytesSent, bytesTotal);
  return (
    <FileRow
      name={file.name}
      size={bytesTotal}
      progress={failed ? undefined : bytesTotal === 0 ? 0 : bytesSent / bytesTotal}
      note={note}
      failed={failed}
      actions={
        <>
          {failed ? (
            <IconButton
              label={`Upload ${file.name} again`}
              icon={<RotateCcw className="icon" />}
              size="small"
              onClick={() => file.retry()}
            />
          ) : null}
          {!failed && state === 'running' ? (
            <IconButton
              label={`Pause ${file.name}`}
              icon={<Pause className="icon" />}
              size="small"
              onClick={() => file.pause()}
            />
          ) : null}
          {!failed && state === 'paused' ? (
            <IconButton
              label={`Resume ${file.name}`}
              icon={<Play className="icon" />}
              size="small"
              onClick={() => file.resume()}
            />
          ) : null}
          <IconButton
            label={failed ? `Forget ${file.name}` : `Cancel ${file.name}`}
            icon={<X className="icon" />}
            size="small"
            onClick={() => file.remove()}
          />
        </>
      }
    />
  );
}

const percent = (sent: number, total: number) => `${total === 0 ? 0 : Math.floor((sent / total) * 100)} %`;
