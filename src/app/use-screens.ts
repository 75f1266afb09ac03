import type { ComponentType } from 'react';
import { useLocation } from 'wouter';
import { useMay, useMayRun } from '#src/data/queries/team.tsx';
import { routeTable } from './route-table.tsx';

export interface OpenableScreen {
  readonly id: string;
  readonly title: string;
  readonly icon: ComponentType<{ className?: string }>;
  readonly shortcut: string | undefined;
  readonly keywords: readonly string[] | undefined;
  /** Reason of a disabled screen: its permission is missing. */
  readonly disabledReason: string | undefined;
  readonly open: () => void;
}

/** Screens of a group of the palette. */
export function useScreens(group: 'Go to' | 'Actions'): readonly OpenableScreen[] {
  const [, navigate] = useLocation();
  const mayRun = useMayRun();
  const may = useMay();
  return routeTable.flatMap(({ id, path, title, icon, shortcut, palette, command, action }) => {
    if (palette?.group !== group || typeof path !== 'string') return [];
    const verdicts = [command && mayRun(command), action && may(action)];
    const refused = verdicts.find((verdict) => verdict?.allowed === false);
    const disabledReason = refused?.allowed === false ? refused.reason : undefined;
    return {
      id,
      title,
      icon,
      shortcut,
      keywords: palette.keywords,
      disabledReason,
      open: () => navigate(path),
    };
  });
}
