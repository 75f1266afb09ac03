import type { ComponentType } from 'react';
import { useLocation } from 'wouter';
import { useMayRun } from '#src/data/queries/team.tsx';
import { routeTable } from './route-table.tsx';

export interface OpenableScreen {
  readonly id: string;
  readonly title: string;
  readonly icon: ComponentType<{ className?: string }>;
  readonly shortcut: string | undefined;
  readonly keywords: readonly string[] | undefined;
  /** Why it can't be opened: its command's permission is missing. */
  readonly disabledReason: string | undefined;
  readonly open: () => void;
}

/** Screens of a group of the palette. */
export function useScreens(group: 'Go to' | 'Actions'): readonly OpenableScreen[] {
  const [, navigate] = useLocation();
  const mayRun = useMayRun();
  return routeTable.flatMap(({ id, path, title, icon, shortcut, palette, command }) => {
    if (palette?.group !== group || typeof path !== 'string') return [];
    const verdict = command && mayRun(command);
    const disabledReason = verdict && !verdict.allowed ? verdict.reason : undefined;
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
