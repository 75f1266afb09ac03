/** Contract of `TabStore`: tests to run against each implementation. */
import { expect, it } from 'vitest';
import type { TabStore } from '#provider-kit/tab-store.ts';

/** `open` opens that many tabs of one fresh browser; `settle` lets everything happen that needs no time. */
export function tabPromises(open: (count: number) => readonly TabStore[], settle: () => Promise<void>): void {
  const two = (): readonly [TabStore, TabStore] => {
    const [one, other] = open(2);
    if (!one || !other) throw new Error('Two were asked for.');
    return [one, other];
  };
  const holds = async (lock: { readonly held: Promise<void> }) => {
    let held = false;
    void lock.held.then(() => (held = true));
    await settle();
    return held;
  };

  it('shares written values, all or none', async () => {
    const [one, other] = two();
    await one.write([
      ['a/2', { n: 2 }],
      ['a/1', { n: 1 }],
      ['b', 3],
    ]);
    expect(await other.get('a/1')).toEqual({ n: 1 });
    await other.write([
      ['a/1', undefined],
      ['a/3', 3],
    ]);
    expect(await one.list('a/')).toEqual([
      ['a/2', { n: 2 }],
      ['a/3', 3],
    ]);
    const unwritable = one.write([
      ['a/4', 4],
      ['a/5', () => {}],
    ]);
    await expect(unwritable).rejects.toMatchObject({ name: 'DataCloneError' });
    expect(await one.list('a/')).toHaveLength(2);
  });

  it('notifies other tabs of changes, and not the writing tab', async () => {
    const [one, other] = two();
    const heard: string[] = [];
    one.onChange('a', () => heard.push('one'));
    const stop = other.onChange('a', () => heard.push('other'));
    await one.set('a', 1);
    await one.set('b', 1);
    await settle();
    expect(heard).toEqual(['other']);
    await other.remove('a');
    await settle();
    expect(heard).toEqual(['other', 'one']);
    stop();
    await one.set('a', 2);
    await settle();
    expect(heard).toEqual(['other', 'one']);
  });

  it('delivers a message to the other tabs, in order, as a copy', async () => {
    const [one, other] = two();
    const heard: unknown[] = [];
    other.onSaid('topic', (message) => heard.push(message));
    one.onSaid('topic', () => heard.push('own'));
    const said = { n: 1 };
    one.say('topic', said);
    said.n = 2;
    one.say('other topic', 3);
    one.say('topic', 4);
    expect(heard).toEqual([]);
    await settle();
    expect(heard).toEqual([{ n: 1 }, 4]);
  });

  it('gives a lock to one tab at a time, in order, and to the next when its holder closes', async () => {
    const [one, other] = two();
    const first = one.lock('a');
    const given = other.lock('a');
    const second = one.lock('a');
    expect(await holds(first)).toBe(true);
    expect(await holds(given)).toBe(false);
    expect(await other.tryLock('a')).toBeNull();
    expect(await holds(other.lock('b'))).toBe(true);
    given.release();
    first.release();
    expect(await holds(second)).toBe(true);
    const third = other.lock('a');
    one.close();
    expect(await holds(third)).toBe(true);
    expect(await holds(given)).toBe(false);
  });

  it('shares a lock among several tabs while none holds it exclusively', async () => {
    const [one, other] = two();
    const shared = [one.share('a'), other.share('a')];
    for (const lock of shared) expect(await holds(lock)).toBe(true);
    expect(await one.tryLock('a')).toBeNull();
    for (const lock of shared) lock.release();
    await settle();
    const alone = await one.tryLock('a');
    const waiting = other.share('a');
    expect(await holds(waiting)).toBe(false);
    alone?.release();
    expect(await holds(waiting)).toBe(true);
  });

  it('neither sends nor receives after close', async () => {
    const [one, other] = two();
    const heard: unknown[] = [];
    for (const tab of [one, other]) tab.onSaid('topic', (message) => heard.push(message));
    one.onChange('a', () => heard.push('changed'));
    one.close();
    one.say('topic', 1);
    other.say('topic', 2);
    await other.set('a', 1);
    await one.set('a', 2);
    expect(await holds(one.lock('a'))).toBe(false);
    expect(await one.tryLock('b')).toBeNull();
    expect(heard).toEqual([]);
    expect(await other.get('a')).toBe(1);
  });
}
