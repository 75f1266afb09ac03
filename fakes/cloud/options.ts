/** The names of all options of a cloud. */
import type { OptionNames } from '#ports/options.ts';
import { functionSetOptions } from '#ports/server/handlers.ts';
import type { CloudOptions } from './service.ts';

export const cloudOptions = {
  clock: true,
  seed: true,
  random: true,
  functions: functionSetOptions,
  onFailure: true,
  passwords: { rounds: true, derive: true },
  config: true,
  configTemplate: true,
  country: true,
  accounts: true,
  indexes: true,
  rules: { firestore: true, storage: true, database: true },
  onRefusal: true,
  believe: true,
  socialAccounts: true,
  auth: {
    appName: true,
    disabledMethods: true,
    signUp: true,
    passwordPolicy: {
      minLength: true,
      maxLength: true,
      requires: true,
      symbols: true,
      enforcement: true,
      forceUpgradeOnSignIn: true,
    },
    enumerationProtection: true,
    oneAccountPerEmail: true,
    secondFactors: true,
    maxSecondFactors: true,
    totpAdjacentPeriods: true,
    smsPerDay: true,
    testPhoneNumbers: true,
    authorizedDomains: true,
  },
  onMessage: true,
  webPush: true,
  origin: true,
  http: true,
} as const satisfies OptionNames<CloudOptions>;
