/** Promises of `Control` about whole backends: out as a text, and in again, all or nothing. */
import { expect } from 'vitest';
import type { CompleteAuth, CompleteBackend } from '#ports/complete.ts';
import type { Control } from '#ports/control.ts';
import { DocRef, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';
import { needing, contract, type Provider, recorder, rejection } from '../harness.ts';
import { wholeStage } from '../scene.ts';

function controlOf(client: Pick<CompleteBackend, 'control'>): Control {
  if (!client.control) throw new Error('This provider says that it has control, and has none.');
  return client.control;
}

/** A value of each type, and names that an encoding might use for its own markers. */
const everything = {
  nothing: null,
  yes: true,
  numbers: [0, -0, 1.5, NaN, Infinity, -Infinity, 2 ** 53],
  text: 'ñ \u{1f600} "\\',
  bytes: Uint8Array.of(0, 127, 255),
  time: new Timestamp(1, 2000),
  place: new GeoPoint(1.5, -2),
  vector: new Vector([1, -0.5]),
  ref: new DocRef('notes/b'),
  map: { $text: 'bytes', base64: 'AA==', $muster: 'time', deep: { $text: { $text: 'map' } } },
};

export function copiesContract(provider: Provider): void {
  contract('copies', provider, (scenario) => {
    const controlled = needing(scenario, ['control']);

    controlled('an exported cloud can be imported into another backend unchanged', async (scene) => {
      const ada = await scene.member('ada');
      const { server } = scene;
      await server.docs.batch([{ type: 'set', path: 'notes/a', data: everything }]);
      await server.realtime.update({ 'rooms/1': { open: true } });
      await server.storage.write('files/a', Uint8Array.of(1, 2, 3), { custom: { by: 'ada' } });
      await scene.publishConfig({ color: 'red' });
      const text = await controlOf(ada).exportCloud();

      const other = wholeStage(await provider.stage({ functions: { callables: {} } }));
      const lin = await other.connect();
      await other.server.docs.batch([{ type: 'set', path: 'notes/gone', data: {} }]);
      await controlOf(lin).importCloud(text);
      await other.settle();
      expect((await other.server.docs.find({ collection: 'notes' })).map(({ data }) => data)).toEqual([
        everything,
      ]);
      expect(await other.server.realtime.get('rooms/1')).toEqual({ open: true });
      expect(await other.server.storage.read('files/a')).toEqual(Uint8Array.of(1, 2, 3));
      expect(await other.server.config.value('color')).toBe('red');
      await other.advance(60_000);
      const { user } = await signedIn(lin, 'ada@example.com');
      expect(user.uid).toBe((await server.users.byEmail('ada@example.com'))?.uid);
      await lin.dispose();
      await other.dispose();
    });

    controlled('listeners report changes made by an import', async (scene) => {
      const client = await scene.member();
      await scene.server.docs.batch([{ type: 'set', path: 'notes/a', data: { n: 1 } }]);
      const text = await controlOf(client).exportCloud();
      await scene.server.docs.batch([{ type: 'set', path: 'notes/a', data: { n: 2 } }]);
      const seen = recorder<unknown>();
      scene.closing(client.docs.watch('notes/a', { next: ({ data }) => seen.next(data) }));
      await scene.settle();
      expect(seen.last()).toEqual({ n: 2 });
      await controlOf(client).importCloud(text);
      await scene.advance(60_000);
      expect(seen.last()).toEqual({ n: 1 });
    });

    const damages: readonly (readonly [string, (text: string) => string])[] = [
      ['nothing', () => ''],
      ['what is no JSON', () => 'Dear diary'],
      ['JSON of something else', () => '[1,2,3]'],
      ['half of one', (text) => text.slice(0, text.length / 2)],
      ['one with a changed value', (text) => text.replace('kept', 'lost')],
      ['one of another version', (text) => text.replace(/"version":\d+/, '"version":99')],
    ];
    for (const [name, damage] of damages)
      controlled(`importing ${name} is rejected and changes nothing`, async (scene) => {
        const client = await scene.member();
        await scene.server.docs.batch([{ type: 'set', path: 'notes/a', data: { text: 'kept' } }]);
        const text = await controlOf(client).exportCloud();
        await scene.server.docs.batch([{ type: 'set', path: 'notes/b', data: {} }]);
        const refused = await rejection(controlOf(client).importCloud(damage(text)));
        expect(refused).toMatchObject({ code: 'invalid-argument' });
        expect((await client.docs.get('notes/b', { source: 'server' })).data).toEqual({});
        expect((await client.docs.get('notes/a', { source: 'server' })).data).toEqual({ text: 'kept' });
      });
  });
}

async function signedIn({ auth }: { readonly auth: Pick<CompleteAuth, 'signIn'> }, email: string) {
  const result = await auth.signIn({ kind: 'password', email, password: 'correct horse' });
  if (result.kind !== 'signed-in') throw new Error('A second factor was asked for.');
  return result;
}
