/** One tab of the demonstration, without its screens, that writes. */
import { openEmbeddedProvider } from '#src/app/embedded/open.ts';
import { openWriter } from './writer.ts';

const client = await openEmbeddedProvider({
  chooseAccount: async () => null,
  onNotice: (notice) => console.warn(notice),
  onRetired: () => console.warn('retired'),
});
const writer = await openWriter(client, (write) => void window.acknowledged(write));
window.page = {
  load: (round, tab, seed) => writer.load(round, `${seed}/${tab}`, tab === 0),
  found: writer.found,
};
