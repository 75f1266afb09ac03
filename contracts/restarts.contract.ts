/** Acknowledged state outlasts the backend's process: a restart between any two stories changes nothing. */
import { expect } from 'vitest';
import { contract, type Provider, type Scenario, type Scene } from './harness.ts';
import type { Chapter } from './restarts/chapter.ts';
import * as chapters from './restarts/chapters.ts';
import * as dataChapters from './restarts/data-chapters.ts';
import { bytes, digest, KiB } from './storage/common.ts';

const { chapterFunctions, forgetNames, forgetRuns, ...told } = chapters;
const all: readonly Chapter[] = [...Object.values(dataChapters), ...Object.values(told)];

/**
 * `only`: the stories that a stage has the ports for. Default: all. `pairs`: every two stories, or each with the next one alone, where every
 * two run on the same cloud over another channel. Default: every.
 */
export function restartsContract(
  provider: Provider,
  only: readonly Chapter[] = all,
  pairs: 'every' | 'next' = 'every',
): void {
  contract(
    'restarts',
    provider,
    (scenario) => {
      for (const [at, first] of only.entries())
        for (const second of pairs === 'every'
          ? only
          : only
              .slice(at + 1)
              .concat(only)
              .slice(0, 1))
          scenario(
            `${first.name}, a restart, ${second.name}: both hold, after another restart too`,
            { needs: [...first.needs, ...second.needs] },
            async (scene) => {
              begin();
              const checks = [await first.tell(scene, 1)];
              await scene.restart();
              checks.push(await second.tell(scene, 2));
              for (const check of checks) await check();
              await scene.restart();
              for (const check of checks) await check();
            },
          );

      if (only.includes(told.file)) uploadScenario(scenario);
      if (only.includes(dataChapters.documents)) writeScenario(scenario);
    },
    chapterFunctions,
    { keeps: true },
  );
}

function uploadScenario(scenario: Scenario): void {
  scenario(
    'an upload resumes after a restart at its last received byte',
    { needs: ['control', 'storage.resumable'] },
    async (scene) => {
      begin();
      const client = await scene.member();
      await client.control?.inject({ kind: 'latency', service: 'storage', ms: 1000, times: 3 });
      const content = bytes(2000 * KiB);
      const upload = client.storage.upload('a', content);
      await scene.advance(2500);
      const { bytesSent } = upload.progress();
      expect(bytesSent).toBeGreaterThan(0);
      const sent: number[] = [];
      scene.closing(upload.watch({ next: (now) => void sent.push(now.bytesSent) }));
      await scene.restart();
      await scene.advance(30_000);
      await upload.done;
      expect(Math.min(...sent)).toBe(bytesSent);
      expect(digest((await scene.server.storage.read('a')) ?? bytes(0))).toBe(digest(content));
    },
  );
}

function writeScenario(scenario: Scenario): void {
  scenario(
    'a write pending during a backend restart is applied once',
    { needs: ['docs.offline'] },
    async (scene) => {
      begin();
      const client = await scene.member();
      await scene.setNetwork(client, false);
      const landed = client.docs.write({ type: 'set', path: 'notes/a', data: { n: 1 } });
      await scene.restart();
      await scene.setNetwork(client, true);
      await settled(scene);
      await landed;
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 1 });
    },
  );
}

function begin(): void {
  forgetNames();
  forgetRuns();
}

async function settled(scene: Scene): Promise<void> {
  await scene.settle();
  await scene.advance(30_000);
}
