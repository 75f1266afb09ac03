/** `--settings FILE`: what it has is what browsers get, read again at SIGHUP. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { whyNoOwnServer } from '#adapters/postgres/own-binaries.ts';
import { hostMember } from './host-member.ts';
import { openHostStage } from './process.ts';

const whyNot = await whyNoOwnServer();

test.skipIf(whyNot !== null)(
  'a settings file is published at the start and at SIGHUP, and an invalid file changes nothing',
  async () => {
    const stage = await openHostStage();
    onTestFinished(() => stage.close());
    const file = path.join(stage.folder, 'settings.json');
    await writeFile(file, '{"announcement":"Drill at noon","default_repeat":3}');
    const host = stage.start('--settings', file);
    const { config } = hostMember(await host.ready());
    const { remote } = config;
    if (!remote) throw new Error('It has remote values.');
    remote.setSettings({ minimumFetchIntervalMs: 0 });
    const values = async () => {
      await remote.fetch();
      await remote.activate();
      return [config.value('announcement').asString(), config.value('default_repeat').asNumber()];
    };
    expect(await values()).toEqual(['Drill at noon', 3]);

    await writeFile(file, '{"default_repeat":"often"}');
    host.child.kill('SIGHUP');
    await expect.poll(() => host.said()).toContain('at default_repeat: Use a whole number.');
    expect(await values()).toEqual(['Drill at noon', 3]);

    await writeFile(file, '{"announcement":"Over"}');
    host.child.kill('SIGHUP');
    await expect.poll(() => host.said()).toContain('The settings are published.');
    expect(await values()).toEqual(['Over', 0]);
  },
);

test.skipIf(whyNot !== null)('a host with an invalid settings file does not start', async () => {
  const stage = await openHostStage();
  onTestFinished(() => stage.close());
  const file = path.join(stage.folder, 'settings.json');
  await writeFile(file, '{"announcment":""}');
  const host = stage.start('--settings', file);
  expect(await host.ended).toBe(1);
  expect(host.said()).toContain('has “announcment”. It may have: ');
});
