/** A screen behind the alarm of a page. */
import { createEvent, fireEvent } from '@testing-library/react';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { PageAlarmHost } from '#src/features/page-alarm/page-alarm.tsx';
import { teamId } from './small-team.ts';
import { type AppStage } from './stage.tsx';

/** A field and a button behind the alarm. */
export const screenBehind = (
  <>
    <label>
      Draft <input />
    </label>
    <label>
      Notes <textarea />
    </label>
    <button type="button">Elsewhere</button>
    <PageAlarmHost />
  </>
);

/** The only page there is, as the server has it. */
export async function onlyPage({ server }: AppStage) {
  const { length, 0: doc } = await server.docs.find(query(collectionPaths.pages(teamId)));
  if (!doc?.data || length !== 1) throw new Error(`There are ${length} pages.`);
  return { id: doc.id, ...doc.data };
}

/** A key pressed after a moment of quiet. */
export function pressLater(key: string) {
  const target = document.activeElement ?? document.body;
  const event = createEvent.keyDown(target, { key });
  Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + 5000 });
  fireEvent(target, event);
}
