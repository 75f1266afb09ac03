import { expect, test } from 'vitest';
import { type Versions, watchWaiting } from './waiting.ts';

/** A registration whose versions this test installs; Node has no service workers. */
class Registration extends EventTarget {
  installing: EventTarget | null = null;
  waiting: EventTarget | null = null;
  active: EventTarget | null = null;

  begin(): void {
    this.installing = new EventTarget();
    this.dispatchEvent(new Event('updatefound'));
  }

  installed(): void {
    const worker = this.installing;
    this.waiting = worker;
    this.installing = null;
    worker?.dispatchEvent(new Event('statechange'));
  }
}

function watched(registration: Registration): boolean[] {
  const reports: boolean[] = [];
  watchWaiting(registration as unknown as Versions, (isWaiting) => void reports.push(isWaiting));
  return reports;
}

function withActive(): Registration {
  const registration = new Registration();
  registration.active = new EventTarget();
  return registration;
}

test('a version found later is reported after its installation', () => {
  const registration = withActive();
  const reports = watched(registration);
  registration.begin();
  expect(reports).toEqual([false]);
  registration.installed();
  expect(reports).toEqual([false, true]);
});

test('a version that was installing before is reported too', () => {
  const registration = withActive();
  registration.begin();
  const reports = watched(registration);
  registration.installed();
  expect(reports).toEqual([false, true]);
});

test('a waiting version is reported at once', () => {
  const registration = withActive();
  registration.begin();
  registration.installed();
  expect(watched(registration)).toEqual([true]);
});

test('the first version is not reported as newer', () => {
  const registration = new Registration();
  const reports = watched(registration);
  registration.begin();
  registration.installed();
  expect(reports).toEqual([false, false]);
});
