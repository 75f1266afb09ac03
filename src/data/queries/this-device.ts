/** Reachability of this browser by pages: its push registration, and its device record in the team. */
import { useCallback, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { isAppleMobile } from '#domain/device/device.ts';
import type { Device } from '#domain/device/schema.ts';
import { messagingToken, type PushPermission, type Registration } from '#ports/messaging/messaging.ts';
import { useCommand } from '../client/commands.ts';
import { useLive } from '#react/live-query.ts';
import { noNotifications, useMessagesOffered } from './messages-offered.ts';
import { useMyDevices } from './my-devices.ts';
import { usePort } from '#react/ports.tsx';
import { forgetOwner, keepOwner, registrationsOf } from './push-owner.ts';
import { useTeam } from './team.tsx';
import { useView, type ViewFailure } from '../client/view.ts';

export interface ThisDevice {
  readonly permission: PushPermission;
  /** `null` when this browser is not registered, undefined until it is known. */
  readonly registration: Registration | null | undefined;
  /** Device record in the team; undefined when there is none. */
  readonly device: Device | undefined;
  /** Whether the backend sends messages to browsers at all. */
  readonly offered: boolean;
  /** Whether it takes notifications only as an app on the home screen (iOS), and this is a page in the browser. */
  readonly homeScreenOnly: boolean;
  /** A page sent now would reach this browser even with Muster out of sight. */
  readonly reachable: boolean;
  /** True once the registration of this browser has been read. */
  readonly known: boolean;
  /** Failure to read the reader's devices. */
  readonly failure: ViewFailure | null;
  /** Asks for permission if need be, registers, and records the device. @throws PortError messaging/… */
  enable(): Promise<void>;
  /** No more pages on this browser. */
  disable(): Promise<void>;
}

/** Consequence and remedy when a page does not reach this browser. */
export const whyNotReachable = ({
  permission,
  offered,
  homeScreenOnly,
}: Pick<ThisDevice, 'permission' | 'offered' | 'homeScreenOnly'>): string => {
  if (!offered) return noNotifications;
  return homeScreenOnly
    ? 'An iPhone or iPad shows notifications of apps on its home screen only. Press “Share” in the browser, then “Add to Home Screen”, and open Muster from there.'
    : byPermission[permission];
};

const byPermission: Readonly<Record<PushPermission, string>> = {
  default: 'Pages show here only while Muster is open. Enable notifications to be reached at night.',
  granted: 'Notifications are allowed, but this browser is not registered yet. Enable it.',
  denied:
    'Notifications are blocked. Allow them in the browser’s site settings, beside the address, and come back. Until then pages show only while Muster is open.',
  unsupported: 'This browser can’t receive notifications. Keep Muster open, or use another one.',
};

/** `null` when this browser is not registered, undefined until it is known. */
function useRegistration(): Registration | null | undefined {
  const messaging = usePort(messagingToken);
  return useLive<Registration | null>(['registration'], (push) =>
    messaging.onRegistration((next) => push.next(next)),
  ).data;
}

export function useThisDevice(): ThisDevice {
  const { me } = useTeam();
  const messaging = usePort(messagingToken);
  const register = useCommand('registerDevice');
  const { data, failure } = useView(useMyDevices());
  const devices = data?.items.map((item) => item.value) ?? [];
  const followPermission = useCallback((told: () => void) => messaging.onPermission(told), [messaging]);
  const permission = useSyncExternalStore(followPermission, () => messaging.permission());
  const registration = useRegistration();
  const offered = useMessagesOffered();
  const device = devices.find((one) => registration && one.registration === registration.id);

  return {
    permission,
    offered,
    registration,
    device,
    homeScreenOnly: offered && isHomeScreenOnly(permission),
    reachable: permission === 'granted' && device !== undefined,
    known: data !== undefined && registration !== undefined,
    failure,
    async enable() {
      const { id } = await messaging.register({ ask: true });
      keepOwner(id, me.id);
      const known = devices.find((one) => one.registration === id);
      await register.mutateAsync({ ...recordOf(id, me.id), ...(known && { deviceId: known.id }) });
    },
    async disable() {
      if (device)
        await register.mutateAsync({
          deviceId: device.id,
          registration: null,
          label: device.label,
          userAgent: device.userAgent,
        });
      await messaging.unregister();
      if (registration) forgetOwner(registration.id);
    },
  };
}

/**
 * Updates this browser's record with its registration: when the push service gives it another id, a page sent to the old one
 * reaches nobody. No effect for a browser that was never enabled, or was turned off.
 */
export function useKeepReachable(): void {
  const { me } = useTeam();
  const messaging = usePort(messagingToken);
  const { mutateAsync } = useCommand('registerDevice');
  const devices = useMyDevices().data?.items.map((item) => item.value);
  const last = useRef<string | null>(null);
  const renewed = useEffectEvent((registration: Registration | null) => {
    const before = last.current;
    last.current = registration?.id ?? null;
    if (!registration || before === null || before === registration.id) return;
    const known = devices?.find((one) => one.registration === before);
    if (!known) return;
    forgetOwner(before);
    keepOwner(registration.id, me.id);
    // The next registration tries again; until then the home screen says that this device is not reachable.
    mutateAsync({ ...recordOf(registration.id, me.id), deviceId: known.id, label: known.label }).catch(
      () => undefined,
    );
  });
  useEffect(() => messaging.onRegistration((registration) => renewed(registration)), [messaging]);

  const permission = messaging.permission();
  const unrecorded =
    isHomeScreenOnly(permission) &&
    devices !== undefined &&
    !devices.some(({ homeScreenOnly }) => homeScreenOnly === true);
  const record = useEffectEvent(() => {
    // Nothing depends on it: it tells admins why this phone is not reached yet.
    mutateAsync({ ...hereIn(me.id), registration: null, homeScreenOnly: true }).catch(() => undefined);
  });
  useEffect(() => {
    if (unrecorded) record();
  }, [unrecorded]);

  const registration = useRegistration();
  const lost = registration ? devices?.find((one) => isLostHere(one, registration)) : undefined;
  const revive = useEffectEvent(() => {
    if (!registration || !lost) return;
    keepOwner(registration.id, me.id);
    // The next registration tries again, as above.
    mutateAsync({ ...recordOf(registration.id, me.id), deviceId: lost.id, label: lost.label }).catch(
      () => undefined,
    );
  });
  const reviving = lost && registration ? `${lost.id} ${registration.id}` : null;
  useEffect(() => {
    if (reviving !== null) revive();
  }, [reviving]);
}

/** Whether a lost device is this browser under an earlier registration. */
const isLostHere = (device: Device, { id: current }: Registration): boolean =>
  device.registration === null &&
  (device.lostAt ?? null) !== null &&
  registrationsOf(device.userId).some((id) => id !== current && deviceIdOf(id, device.userId) === device.id);

const recordOf = (registrationId: string, uid: string) => ({
  ...thisBrowser(),
  deviceId: deviceIdOf(registrationId, uid),
  registration: registrationId,
});

const thisBrowser = () => ({
  label: deviceName(navigator.userAgent),
  userAgent: navigator.userAgent.slice(0, 1024),
});

/** Record of a person for all phones with Muster in the browser instead of on the home screen. */
const hereIn = (uid: string) => ({ ...thisBrowser(), deviceId: `home-screen-${uid.slice(-100)}` });

/** iOS has notifications for apps on the home screen only; those have no browser around them. */
const isHomeScreenOnly = (permission: PushPermission): boolean =>
  permission === 'unsupported' &&
  isAppleMobile(navigator.userAgent) &&
  !window.matchMedia('(display-mode: standalone)').matches;

/**
 * Id of the record of one registration of one person, however often it is enabled. The end of a registration's id distinguishes it.
 */
const deviceIdOf = (registrationId: string, uid: string) =>
  `d${registrationId.replaceAll(/[^\w-]/g, '_').slice(-63)}-${uid.slice(-63)}`;

/** “Firefox on Android”: what a person calls their device. */
function deviceName(agent: string): string {
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /Firefox\//.test(agent)
      ? 'Firefox'
      : /Chrom(e|ium)\//.test(agent)
        ? 'Chrome'
        : /Safari\//.test(agent)
          ? 'Safari'
          : 'Browser';
  const system = (
    [
      [/Android/, 'Android'],
      [/iPhone|iPad/, 'iOS'],
      [/Mac OS X/, 'macOS'],
      [/Windows/, 'Windows'],
      [/Linux|X11/, 'Linux'],
    ] as const
  ).find(([pattern]) => pattern.test(agent))?.[1];
  return system ? `${browser} on ${system}` : browser;
}
