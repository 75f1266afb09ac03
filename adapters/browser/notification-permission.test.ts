import { expect, it, vi } from 'vitest';
import { notificationPermission } from './notification-permission.ts';
import type { PushPermission } from '#ports/messaging/messaging.ts';

/** A browser in which the person answers when told to. */
function browser(answered: PushPermission, state: PermissionState | null) {
  const changes = new Set<() => void>();
  const browser = { answered, state };
  const reads = vi.fn<() => PushPermission>(() => browser.answered);
  let visible = () => {};
  const permission = notificationPermission({
    answered: reads,
    onVisible: (next) => {
      visible = next;
    },
    request: async () => undefined,
    query: async () => {
      if (browser.state === null) throw new TypeError('notifications is not a permission');
      return {
        get state() {
          return browser.state ?? 'prompt';
        },
        addEventListener: (_type: 'change', listener: () => void) => void changes.add(listener),
      };
    },
  });
  const told = vi.fn<() => void>();
  permission.onChange(told);
  return {
    permission,
    told,
    reads,
    /** Answered in the browser's settings, which reports no change; then the page is shown again. */
    answerElsewhere(next: 'granted' | 'denied') {
      Object.assign(browser, { answered: next, state: next });
      visible();
    },
    answer(next: 'granted' | 'denied') {
      Object.assign(browser, { answered: next, state: next });
      for (const change of changes) change();
    },
  };
}

/** The browser has said what it knows. */
const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

it.each([
  ['denied', 'prompt', 'default'],
  ['default', 'prompt', 'default'],
  ['denied', 'denied', 'denied'],
  ['granted', 'granted', 'granted'],
  ['denied', null, 'denied'],
  ['default', null, 'default'],
  ['unsupported', 'prompt', 'unsupported'],
] as const)('Notification.permission %s with the state %s is %s', async (answered, state, expected) => {
  const { permission } = browser(answered, state);
  await settled();
  expect(permission.current()).toBe(expected);
});

it('notifies once when the permission turns out to be undecided, and again when it is decided', async () => {
  const { permission, told, answer } = browser('denied', 'prompt');
  await settled();
  expect(told).toHaveBeenCalledTimes(1);
  answer('granted');
  expect(told).toHaveBeenCalledTimes(2);
  expect(permission.current()).toBe('granted');
});

it('the permission stays undecided when the prompt was dismissed', async () => {
  const { permission } = browser('denied', 'prompt');
  await settled();
  expect(await permission.request()).toBe('default');
});

it('reads the permission once for any number of calls, because each read blocks the page', async () => {
  const { permission, reads } = browser('granted', 'granted');
  await settled();
  const before = reads.mock.calls.length;
  for (let question = 0; question < 100; question++) permission.current();
  expect(reads.mock.calls.length).toBe(before);
});

it('reads the permission again when it was changed elsewhere', async () => {
  const { permission, told, answerElsewhere } = browser('granted', 'granted');
  await settled();
  answerElsewhere('denied');
  expect(permission.current()).toBe('denied');
  expect(told).toHaveBeenCalledTimes(1);
});

it('reads the permission for each call where the browser reports no change', async () => {
  const { permission, reads } = browser('granted', null);
  await settled();
  reads.mockReturnValue('denied');
  expect(permission.current()).toBe('denied');
});
