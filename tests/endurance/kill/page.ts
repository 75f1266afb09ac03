/** Writing tab of the demonstration, without its screens. */
import { createStore, get, set } from 'idb-keyval';
import { openEmbeddedProvider } from '#src/app/embedded/open.ts';
import { openWriter } from './writer.ts';

const { complete } = await openEmbeddedProvider({
  chooseAccount: async () => null,
  onNotice: (notice) => console.warn(notice),
  storage: {
    failed: ({ operation, record, error }) => console.warn(operation, record, error),
    changed: (state) => console.warn(JSON.stringify(state)),
  },
  onRetired: () => console.warn('retired'),
});
const writer = await openWriter(await complete(), (write) => void window.acknowledged(write));
const marks = createStore('kill-marks', 'rounds');
window.page = {
  mark: (round) => set(round, true, marks),
  isMarked: async (round) => (await get<boolean>(round, marks)) === true,
  load: (round, tab, seed) => writer.load(round, `${seed}/${tab}`, tab === 0),
  found: writer.found,
};
