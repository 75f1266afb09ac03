/** The Admin SDK's codes for the services with few of them, and for the app itself, which any of them may throw. */
import type { AppErrorCode } from 'firebase-admin/app';
import type { DatabaseErrorCode } from 'firebase-admin/database';
import type { FunctionsErrorCode } from 'firebase-admin/functions';
import type { RemoteConfigErrorCode } from 'firebase-admin/remote-config';
import type { StorageErrorCode } from 'firebase-admin/storage';
import type { PortErrorCode } from '#ports/errors.ts';

export const appCodes: Readonly<Record<`app/${AppErrorCode}`, PortErrorCode>> = {
  'app/app-deleted': 'failed-precondition',
  'app/duplicate-app': 'failed-precondition',
  'app/invalid-argument': 'invalid-argument',
  'app/internal-error': 'internal',
  'app/invalid-app-name': 'failed-precondition',
  'app/invalid-app-options': 'failed-precondition',
  'app/invalid-credential': 'permission-denied',
  'app/network-error': 'unavailable',
  'app/network-timeout': 'unavailable',
  'app/no-app': 'failed-precondition',
  'app/unable-to-parse-response': 'internal',
};

export const databaseCodes: Readonly<Record<`database/${DatabaseErrorCode}`, PortErrorCode>> = {
  'database/internal-error': 'internal',
  'database/invalid-argument': 'invalid-argument',
};

export const functionsCodes: Readonly<Record<`functions/${FunctionsErrorCode}`, PortErrorCode>> = {
  'functions/aborted': 'aborted',
  'functions/invalid-argument': 'invalid-argument',
  'functions/invalid-credential': 'permission-denied',
  'functions/internal-error': 'internal',
  'functions/failed-precondition': 'failed-precondition',
  'functions/permission-denied': 'permission-denied',
  'functions/unauthenticated': 'unauthenticated',
  'functions/not-found': 'not-found',
  'functions/unknown-error': 'unknown',
  'functions/task-already-exists': 'already-exists',
};

export const adminConfigCodes: Readonly<Record<`remote-config/${RemoteConfigErrorCode}`, PortErrorCode>> = {
  'remote-config/aborted': 'aborted',
  'remote-config/already-exists': 'already-exists',
  'remote-config/failed-precondition': 'failed-precondition',
  'remote-config/internal-error': 'internal',
  'remote-config/invalid-argument': 'invalid-argument',
  'remote-config/not-found': 'not-found',
  'remote-config/out-of-range': 'out-of-range',
  'remote-config/permission-denied': 'permission-denied',
  'remote-config/resource-exhausted': 'resource-exhausted',
  'remote-config/unauthenticated': 'unauthenticated',
  'remote-config/unknown-error': 'unknown',
};

export const adminStorageCodes: Readonly<Record<`storage/${StorageErrorCode}`, PortErrorCode>> = {
  'storage/invalid-argument': 'invalid-argument',
  'storage/invalid-emulator-host': 'failed-precondition',
  'storage/missing-dependencies': 'failed-precondition',
  'storage/invalid-credential': 'permission-denied',
  'storage/no-download-token': 'failed-precondition',
};
