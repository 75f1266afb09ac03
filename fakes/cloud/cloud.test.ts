import { describe, expect, it } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from './cloud.ts';

/** A history of one cloud: writes of two people and of the server's code. */
async function live(cloud: FakeCloud): Promise<readonly string[]> {
  const ids = [cloud.server.random.id(), cloud.nameClient()];
  const client = connect(cloud);
  await client.auth.guests.signIn();
  const id = client.docs.newId();
  await client.docs.write({ type: 'set', path: `notes/${id}`, data: { id } });
  await cloud.advance(1000);
  await client.dispose();
  return [...ids, id];
}

describe('a cloud', () => {
  it('has one history per seed', async () => {
    const [one, other, another] = [
      new FakeCloud({ seed: 4 }),
      new FakeCloud({ seed: 4 }),
      new FakeCloud({ seed: 5 }),
    ];
    expect(await live(one)).toEqual(await live(other));
    expect(one.snapshot()).toEqual(other.snapshot());
    expect(await live(another)).not.toEqual(await live(one));
  });

  it('continues after a restart without repeating an id', async () => {
    const first = new FakeCloud();
    const before = await live(first);
    const second = new FakeCloud();
    second.restore(first.snapshot());
    const after = await live(second);
    expect(after.filter((id) => before.includes(id))).toEqual([]);
    const third = new FakeCloud();
    third.restore(second.snapshot());
    const later = await live(third);
    expect(later.filter((id) => before.includes(id) || after.includes(id))).toEqual([]);
    const notes = await third.server.docs.find({ collection: 'notes' });
    expect(notes).toHaveLength(3);
  });

  it('restores all services or none', async () => {
    const cloud = new FakeCloud();
    await live(cloud);
    const held = () => {
      const { auth, docs, realtime, functions } = cloud.snapshot().services;
      // The epoch only tells clients to read again.
      return { auth, docs: { ...Object(docs), epoch: null }, realtime, functions };
    };
    const before = held();
    const { services } = new FakeCloud().snapshot();
    for (const name of ['docs', 'realtime', 'functions', 'auth'] as const) {
      const broken = { ...new FakeCloud().snapshot(), services: { ...services, [name]: { docs: 7 } } };
      expect(() => cloud.restore(broken)).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
      expect(held()).toEqual(before);
    }
  });

  it('is imported from its text unchanged, with another signing key', async () => {
    const cloud = new FakeCloud();
    await live(cloud);
    const other = new FakeCloud({ clock: new ManualClock(cloud.clock.now()) });
    other.importText(cloud.exportText());
    const { services, ...head } = other.snapshot();
    const [auth, before] = [services.auth, cloud.snapshot().services.auth] as { key: string }[];
    expect(auth?.key).not.toBe(before?.key);
    const told = { ...services, auth: { ...auth, key: before?.key } };
    expect({ ...head, life: 0, services: told }).toEqual(cloud.snapshot());
  });

  it('resets to its initial state and disconnects clients', async () => {
    const cloud = new FakeCloud();
    await cloud.server.docs.batch([{ type: 'set', path: 'notes/a', data: {} }]);
    cloud.keepAsInitial();
    const client = connect(cloud);
    await settle();
    await cloud.server.docs.batch([{ type: 'delete', path: 'notes/a' }]);
    await client.control.reset();
    expect((await cloud.server.docs.get('notes/a')).data).toEqual({});
    await client.dispose();
  });
});
