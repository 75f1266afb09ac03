import { expect, onTestFinished, test } from 'vitest';
import { minute } from '#domain/constants.ts';
import { realtimePaths } from '#api/paths.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { ScriptedNetwork } from '#fakes/cloud/http/scripted-network.ts';
import { FunctionsStage } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { sweep } from '../sweep.ts';

const address = 'https://monitor.example/ping/muster';
let stage: FunctionsStage;
let network: ScriptedNetwork;
let asked: string[];

async function open(sweepMonitor?: string): Promise<void> {
  const clock = new ManualClock();
  network = new ScriptedNetwork(clock);
  network.name('monitor.example', ['93.184.215.14']);
  asked = [];
  stage = await FunctionsStage.open(createFunctions({ sweepMonitor }), { clock, http: network.http() });
  const opened = stage;
  onTestFinished(() => opened.close());
}
const answering = (status: number) =>
  network.serve('93.184.215.14', ({ method, path }) => {
    asked.push(`${method} ${path}`);
    return { status };
  });
const sweptAt = () => stage.server.realtime.get(realtimePaths.sweepAt());

test('each scheduled sweep pings the monitor once', async () => {
  await open(address);
  answering(200);
  await stage.cloud.advance(minute);
  expect(asked).toEqual(['GET /ping/muster']);
  await stage.cloud.advance(minute);
  expect(asked).toHaveLength(2);
});

test('without an address no monitor is pinged', async () => {
  await open();
  answering(200);
  await stage.cloud.advance(2 * minute);
  expect(asked).toEqual([]);
});

test('an unavailable, failing or private monitor does not fail the sweep', async () => {
  await open();
  answering(500);
  await sweep(stage.server, address);
  expect(asked).toHaveLength(1);
  network.name('monitor.example', []);
  await sweep(stage.server, address);
  network.name('monitor.example', ['10.0.0.8']);
  await sweep(stage.server, address);
  expect(asked).toHaveLength(1);
  expect(await sweptAt()).toBe(stage.cloud.clock.now());
});

test('a sweep whose query failed does not ping the monitor', async () => {
  await open();
  answering(200);
  const { docs } = stage.server;
  const blind = { ...stage.server, docs: { ...docs, find: () => Promise.reject(new Error('mistake')) } };
  await expect(sweep(blind, address)).rejects.toThrow('mistake');
  expect(asked).toEqual([]);
});

test('a sweep without HTTP requests succeeds', async () => {
  await open();
  await sweep({ ...stage.server, http: null }, address);
  expect(await sweptAt()).toBe(stage.cloud.clock.now());
});

test.each(['', 'monitor.example', 'ftp://monitor.example/', 'https://me:secret@monitor.example/'])(
  'the address “%s” is rejected',
  (sweepMonitor) => {
    expect(() => createFunctions({ sweepMonitor })).toThrow(TypeError);
  },
);
