/** Fixtures of tests of a desk with push, ended after each test whatever happens. */
import type { Fixtures } from '@playwright/test';
import { type Alertmanager, startAlertmanager } from '../app/desk/alertmanager.ts';
import { documentedConfig } from '../app/desk/alertmanager-config.ts';
import { type Firefox, startFirefox } from '../app/desk/firefox.ts';
import { openPushStage, type PushStage } from '../app/desk/push-stage.ts';

export interface DeskFixtures {
  readonly stage: PushStage;
  /** Led to the stage's push service. */
  readonly firefox: Firefox;
  /** Starts an Alertmanager that sends to the desk at `url`, with the key of a service. */
  startAlerts(url: URL, key: string): Promise<Alertmanager>;
}

export const deskFixtures: Fixtures<DeskFixtures> = {
  stage: async ({}, provide) => {
    const stage = await openPushStage();
    await provide(stage);
    await stage.close();
  },
  firefox: async ({ stage }, provide) => {
    const firefox = await startFirefox({ pushUrl: stage.service.browserUrl });
    await provide(firefox);
    await firefox.close();
  },
  startAlerts: async ({}, provide) => {
    const started: Alertmanager[] = [];
    await provide(async (url, key) => {
      const alertmanager = await startAlertmanager(await documentedConfig('webhook', url, key));
      started.push(alertmanager);
      return alertmanager;
    });
    for (const alertmanager of started) await alertmanager.close();
  },
};
