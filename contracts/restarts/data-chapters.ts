/** Stories of documents and of the realtime tree. */
import { expect } from 'vitest';
import { query } from '#ports/docs/query.ts';
import { increment, Timestamp } from '#ports/docs/values.ts';
import type { Chapter } from './chapter.ts';

export const documents: Chapter = {
  name: 'a document',
  needs: [],
  async tell(scene, n) {
    const path = `notes/n${n}`;
    const { docs } = await scene.member(`docs-${n}`);
    await docs.write({ type: 'set', path, data: { n, at: new Timestamp(n, 5000), count: 1 } });
    await docs.write({ type: 'update', path, changes: { count: increment(1) } });
    await docs.write({ type: 'set', path: `notes/gone${n}`, data: {} });
    await docs.write({ type: 'delete', path: `notes/gone${n}` });
    return async () => {
      const data = { n, at: new Timestamp(n, 5000), count: 2 };
      expect((await docs.get(path, { source: 'server' })).data).toEqual(data);
      expect((await scene.server.docs.get(path)).data).toEqual(data);
      const { docs: found } = await docs.find(query('notes'), { source: 'server' });
      expect(found.map((doc) => doc.path)).toContain(path);
      expect(found.map((doc) => doc.path)).not.toContain(`notes/gone${n}`);
    };
  },
};

export const liveQuery: Chapter = {
  name: 'a query that is followed',
  needs: [],
  async tell(scene, n) {
    const { docs } = await scene.member(`follows-${n}`);
    let seen: readonly string[] = [];
    const of = `followed${n}`;
    scene.closing(docs.watchQuery(query(of), { next: (all) => (seen = all.docs.map(({ id }) => id)) }));
    await scene.settle();
    let count = 0;
    return async () => {
      await scene.server.docs.batch([{ type: 'set', path: `${of}/${count++}`, data: {} }]);
      await scene.settle();
      expect(seen).toEqual(Array.from({ length: count }, (_, at) => String(at)));
    };
  },
};

export const tree: Chapter = {
  name: 'a value of the tree',
  needs: ['realtime.priorities'],
  async tell(scene, n) {
    const { realtime } = await scene.member(`tree-${n}`);
    await realtime.set(`tree/t${n}`, { n, deep: { er: true } }, n);
    await realtime.set(`tree/t${n}/gone`, 1);
    await realtime.remove(`tree/t${n}/gone`);
    return async () => {
      const found = await realtime.get(`tree/t${n}`);
      expect([found.value, found.priority]).toEqual([{ n, deep: { er: true } }, n]);
      expect(await scene.server.realtime.get(`tree/t${n}`)).toEqual({ n, deep: { er: true } });
    };
  },
};
