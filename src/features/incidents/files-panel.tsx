/** Files in the room and on their way into it. */
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import X from 'lucide-react/icons/x';
import { memo } from 'react';
import { limits } from '#domain/constants.ts';
import type { Attachment } from '#domain/attachment/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import { isInertImage } from '#domain/attachment/files.ts';
import { useConnected } from '#src/data/client/connection.ts';
import type { Live } from '#src/data/client/documents.ts';
import { explain } from '#src/data/client/errors.ts';
import { useAttachments } from '#src/data/queries/room-lists.ts';
import { useMay } from '#src/data/queries/team.tsx';
import { type FileOnItsWay, useFileUrl } from '#src/data/queries/uploads.ts';
import { totalOf, useView } from '#src/data/client/view.ts';
import { FileDrop, FileRow } from '#src/ui/file-drop.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { VisibleItems } from '#src/ui/visible-items.tsx';
import { EarlierButton } from '#src/components/earlier-button.tsx';
import styles from './files-panel.module.css';

export interface FilesPanelProps {
  readonly incident: Incident;
  readonly uploads: readonly FileOnItsWay[];
  readonly onFiles: (files: readonly File[]) => void;
}

export const FilesPanel = memo(function FilesPanel({ incident, uploads, onFiles }: FilesPanelProps) {
  const files = useView(useAttachments(incident.id));
  const attachments = files.data?.items ?? [];
  const may = useMay()('upload', incident);
  const stored = new Set<string>(attachments.map(({ value }) => value.id));
  const onTheirWay = uploads.filter(({ id }) => !stored.has(id));
  const count = Math.max(attachments.length, files.data?.total ?? 0);
  const full = count + onTheirWay.length >= limits.filesPerIncident;
  const reason = may.allowed
    ? full && `An incident holds ${limits.filesPerIncident} files. Share a link instead.`
    : may.reason;
  return (
    <Panel title="Files" count={totalOf(files, (list) => list)}>
      <FileDrop label="Add files" hint="Up to 25 MB each" disabledReason={reason} onFiles={onFiles}>
        <QueryView
          view={files}
          failed="The files can’t be read"
          loading={<Skeleton label="Loading the files" shape="text" count={2} />}
        >
          {(list) => (
            <>
              <EarlierButton list={list} noun="files" />
              <VisibleItems
                items={list.items}
                getKey={idOf}
                renderItem={(item) => <StoredFile item={item} />}
                rowHeight={rowHeight}
                className={styles.files}
                before={list.earlier}
                total={list.total}
              />
            </>
          )}
        </QueryView>
        <ul className={styles.files}>
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

/** Height of a file before it is measured, in pixels. */
const rowHeight = 40;

const idOf = ({ value }: Live<Attachment>): string => value.id;

function StoredFile({ item: { value: file, pending } }: { readonly item: Live<Attachment> }) {
  const href = useFileUrl(file.path);
  const offline = useConnected() === false;
  const image = isInertImage(file.type);
  return (
    <div className={styles.stored}>
      {image && href ? <img src={href} alt="" className={styles.thumb} loading="lazy" /> : null}
      <FileRow
        name={file.name}
        size={file.size}
        href={href}
        download={!image}
        note={pending && offline ? 'Queued until you are online' : undefined}
      />
    </div>
  );
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
          {!failed && state === 'running' && file.pause ? (
            <IconButton
              label={`Pause ${file.name}`}
              icon={<Pause className="icon" />}
              size="small"
              onClick={file.pause}
            />
          ) : null}
          {!failed && state === 'paused' && file.resume ? (
            <IconButton
              label={`Resume ${file.name}`}
              icon={<Play className="icon" />}
              size="small"
              onClick={file.resume}
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
