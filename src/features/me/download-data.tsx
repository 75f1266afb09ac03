/** Download of the reader's data as a file: read page by page, with progress; cancelling leaves nothing. */
import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useRef, useState } from 'react';
import { ownDataLabels } from '#domain/account/own-data.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { explain } from '#src/data/client/errors.ts';
import { type OwnDataProgress, useOwnData } from '#src/data/queries/own-data.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './me.module.css';

/** The person's own choice. */
class Stopped extends Error {}

export function DownloadData() {
  const { user } = useTeam();
  const collect = useOwnData(user);
  const clock = useClock();
  const toasts = useToasts();
  const stop = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<OwnDataProgress | null>(null);
  const download = useMutation({
    mutationFn: async () => {
      const stopping = new AbortController();
      stop.current = stopping;
      const now = clock.now();
      const file = await collect({ now, signal: stopping.signal, onProgress: setProgress });
      saveAs(file.text, `muster-${new Date(now).toISOString().slice(0, 10)}.json`);
      return file;
    },
    networkMode: 'always',
    onSuccess: ({ entries, missing }) =>
      missing.length === 0
        ? toasts.done(`${entries} entries are in the file`)
        : toasts.error(
            `${missing.length === 1 ? 'A team is' : `${missing.length} teams are`} not in the file`,
            missing[0]?.reason ?? '',
          ),
    onSettled: () => setProgress(null),
  });
  return (
    <Panel title="Your data" frame="box">
      <div className={styles.danger}>
        <p className={styles.muted}>
          One file (JSON) with your account and profile, and for each team your role, your devices, your
          comments, tasks and file records, the pages that were sent to you and, where you own the team, the
          audit of what you did. What you may not read any more is not in it. The files themselves are
          downloaded in their rooms.
        </p>
        {progress !== null ? (
          <ProgressBar label={`${progress.team}: ${ownDataLabels[progress.kind]}`} value={progress.done} />
        ) : null}
        <div className={styles.buttons}>
          <Button
            icon={<Download className="icon" />}
            busy={download.isPending && 'Reading your data…'}
            onClick={() => download.mutate()}
          >
            Download your data
          </Button>
          {download.isPending ? (
            <Button onClick={() => stop.current?.abort(new Stopped())}>Stop</Button>
          ) : null}
        </div>
        <ProblemText
          text={download.error && !(download.error instanceof Stopped) ? explain(download.error) : null}
        />
      </div>
    </Panel>
  );
}

function saveAs(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
