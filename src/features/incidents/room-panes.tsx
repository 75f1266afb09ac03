/**
 * Room of one incident: three panes over live data. Each pane has its own queries, so that a keystroke renders only the composer.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import { explain } from '#src/data/client/errors.ts';
import { useTasks } from '#src/data/queries/room-lists.ts';
import { useRoomWrites } from '#src/data/queries/room-writes.ts';
import { useMyPresence } from '#src/data/queries/presence.ts';
import { useComments } from '#src/data/queries/comments.ts';
import { useAssignedImages } from '#src/data/queries/shared-images.ts';
import { useUploads } from '#src/data/queries/uploads.ts';
import { useTeamScreenIdle } from '#src/data/client/use-reached.ts';
import { RoomLayout } from '#src/components/room-layout.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { type ComposerHandle, ComposerPane } from './composer-pane.tsx';
import { ContextPane } from './context-pane.tsx';
import { FilesPanel } from './files-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { RoomHeader } from './room-header.tsx';
import { RunbooksPanel } from './runbooks-panel.tsx';
import { TasksPanel } from './tasks-panel.tsx';
import { TimelinePane } from './timeline-pane.tsx';

export function RoomPanes({ incident }: { readonly incident: Incident }) {
  const toasts = useToasts();
  const setTyping = useMyPresence(incident.id);
  const uploads = useUploads(incident.id);
  const comments = useComments(incident.id, useRoomWrites(incident.id));
  const openTasks = useTasks(incident.id).data?.open.total ?? undefined;
  const composer = useRef<ComposerHandle>(null);

  const send = useLatest(comments.send);
  const forget = useLatest(comments.forget);
  const addFiles = useLatest((files: readonly File[]) => {
    for (const file of files) {
      try {
        uploads.add(file);
      } catch (error) {
        toasts.error(`${file.name} was not added`, explain(error));
      }
    }
  });
  useAssignedImages(incident.id, addFiles);
  const takeBack = useLatest((id: string) => {
    const text = comments.lost.find((one) => one.id === id)?.body;
    if (text !== undefined) composer.current?.giveBack(text);
    comments.forget(id);
  });

  const [findRequest, setFindRequest] = useState(0);
  const find = useCallback(() => setFindRequest((before) => before + 1), []);
  const endFind = useCallback(() => setFindRequest(0), []);

  return (
    <RoomLayout
      timelineRequest={findRequest}
      header={<RoomHeader incident={incident} onFind={find} />}
      context={<ContextPane incident={incident} />}
      timeline={
        <TimelinePane
          incident={incident}
          lost={comments.lost}
          onTakeBack={takeBack}
          onForget={forget}
          findRequest={findRequest}
          onFind={find}
          onFindClose={endFind}
        />
      }
      composer={
        <ComposerPane
          ref={composer}
          incident={incident}
          send={send}
          onTyping={setTyping}
          onFiles={addFiles}
        />
      }
      people={
        <>
          <PeoplePanel incident={incident} />
          <RunbooksPanel incident={incident} />
          <TasksPanel incident={incident} />
          <FilesPanel incident={incident} uploads={uploads.files} onFiles={addFiles} />
        </>
      }
      // On a phone the timeline is rendered first, the other panes at idle.
      rendersHidden={useTeamScreenIdle()}
      counts={{ people: openTasks }}
    />
  );
}

/** Stable function that calls the newest `run`: panes that get it need not render again. */
function useLatest<Args extends readonly unknown[], Result>(run: (...args: Args) => Result) {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args): Result => latest.current(...args), []);
}
