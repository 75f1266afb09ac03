/** ⌘K: incidents, people, screens and actions. Loaded when it is first opened. */
import Boxes from 'lucide-react/icons/boxes';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CloudOff from 'lucide-react/icons/cloud-off';
import Cloud from 'lucide-react/icons/cloud';
import Flame from 'lucide-react/icons/flame';
import FlaskConical from 'lucide-react/icons/flask-conical';
import LogOut from 'lucide-react/icons/log-out';
import Search from 'lucide-react/icons/search';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import UsersRound from 'lucide-react/icons/users-round';
import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import type { Control } from '#ports/control.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useSchedules } from '#src/data/queries/on-call.ts';
import { numberIn } from '#src/data/incident-number.ts';
import { useIncident, useIncidents } from '#src/data/queries/incidents.ts';
import { links } from '#src/data/links.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { useSettings } from '#src/data/client/settings.ts';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { useView, type ViewFailure } from '#src/data/client/view.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { type PaletteItem, CommandPalette } from '#src/ui/command-palette.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { useTheme } from '#src/ui/theme.ts';
import { useLeave, useTeamSwitch } from './account-menu.tsx';
import { useScreens } from './use-screens.ts';

export interface PaletteProps {
  readonly onClose: () => void;
  /** Null without a rehearsal backend. */
  readonly openRehearsal: (() => void) | null;
}

export function Palette({ onClose, openRehearsal }: PaletteProps) {
  const [text, setText] = useState('');
  const commands = [
    ...usePermittedScreens('Actions'),
    ...useActions(openRehearsal),
    ...usePermittedScreens('Go to'),
    ...useTeams(),
    ...useIncidentCommands(text),
    ...useServiceCommands(),
    ...useScheduleCommands(),
    ...usePersonCommands(),
    ...useSearches(text),
  ];
  return (
    <CommandPalette
      open
      onOpenChange={(open) => !open && onClose()}
      commands={commands}
      onQuery={setText}
      placeholder="Find an incident, a service, a person, a screen or an action"
    />
  );
}

function useActions(openRehearsal: (() => void) | null): readonly PaletteItem[] {
  const control = useControl();
  const online = useNetwork(control);
  const [theme, choose] = useTheme();
  const deviceIsDark = useMedia('(prefers-color-scheme: dark)');
  const dark = theme === 'dark' || (theme === 'system' && deviceIsDark);
  const signOut = useLeave();
  const [, navigate] = useLocation();
  const asks = useMayRun()('requestCover').allowed;
  const group = 'Actions';
  const actions: PaletteItem[] = [];
  if (openRehearsal)
    actions.push({
      id: 'rehearsal',
      label: 'Open the rehearsal panel',
      group,
      keywords: ['demo', 'fire', 'alert', 'time', 'inbox'],
      icon: <FlaskConical className="icon" />,
      shortcut: 'g d',
      onRun: openRehearsal,
    });
  if (control)
    actions.push({
      id: 'network',
      label: online ? 'Cut the network' : 'Restore the network',
      group,
      keywords: ['offline', 'online', 'connection'],
      icon: online ? <CloudOff className="icon" /> : <Cloud className="icon" />,
      onRun: () => control.setNetwork(!online),
    });
  if (asks)
    actions.push({
      id: 'ask-cover',
      label: 'Ask for cover',
      group,
      keywords: ['shift', 'swap', 'stand in', 'on call', 'override'],
      icon: <CalendarClock className="icon" />,
      onRun: () => navigate(links.askForCover()),
    });
  return [
    ...actions,
    {
      id: 'theme',
      label: dark ? 'Use the light theme' : 'Use the dark theme',
      group,
      keywords: ['theme', 'colour', 'appearance'],
      icon: dark ? <Sun className="icon" /> : <Moon className="icon" />,
      onRun: () => choose(dark ? 'light' : 'dark'),
    },
    { id: 'sign-out', label: 'Sign out', group, icon: <LogOut className="icon" />, onRun: signOut },
  ];
}

function useNetwork(control: Control | null): boolean {
  return useSyncExternalStore(
    (told) => control?.onNetwork(told) ?? (() => {}),
    () => control?.networkOnline() ?? true,
  );
}

/** Permitted screens, under one heading. */
const usePermittedScreens = (group: 'Go to' | 'Actions'): readonly PaletteItem[] =>
  useScreens(group)
    .filter(({ disabledReason }) => disabledReason === undefined)
    .map(({ id, title, icon: Icon, shortcut, keywords, open }) => ({
      id: `go-${id}`,
      label: title,
      group,
      keywords,
      icon: <Icon className="icon" />,
      shortcut,
      onRun: open,
    }));

function useTeams(): readonly PaletteItem[] {
  return useTeamSwitch().map(({ id, name, current, open }) => ({
    id: `team-${id}`,
    label: name,
    group: 'Teams',
    keywords: ['team', 'switch'],
    icon: <UsersRound className="icon" />,
    hint: current ? 'Current team' : undefined,
    onRun: open,
  }));
}

function useServiceCommands(): readonly PaletteItem[] {
  const [, navigate] = useLocation();
  const { data, failure } = useView(useServices());
  if (failure) return [readAgain('Services', 'The services can’t be read', failure)];
  return (data?.items ?? []).map(({ value }) => ({
    id: `service-${value.id}`,
    label: value.name,
    group: 'Services',
    icon: <Boxes className="icon" />,
    onRun: () => navigate(links.service(value.id)),
  }));
}

function useScheduleCommands(): readonly PaletteItem[] {
  const [, navigate] = useLocation();
  const { data, failure } = useView(useSchedules());
  if (failure) return [readAgain('Schedules', 'The schedules can’t be read', failure)];
  return (data?.items ?? []).map(({ value }) => ({
    id: `schedule-${value.id}`,
    label: value.name,
    group: 'Schedules',
    keywords: ['on call', 'rota', 'calendar'],
    icon: <CalendarClock className="icon" />,
    onRun: () => navigate(links.schedule(value.id)),
  }));
}

/** The newest incidents, and the one whose number is typed, however old. */
function useIncidentCommands(text: string): readonly PaletteItem[] {
  const [, navigate] = useLocation();
  const { severityNames } = useSettings();
  const { data, failure } = useView(useIncidents());
  const numbered = useIncident(numberIn(text)).data?.items ?? [];
  if (failure) return [readAgain('Incidents', 'The incidents can’t be read', failure)];
  const incidents = new Map([...numbered, ...(data?.items ?? [])].map(({ value }) => [value.id, value]));
  return [...incidents.values()].map((incident) => ({
    id: `incident-${incident.id}`,
    label: `#${incident.number} ${incident.title}`,
    group: 'Incidents',
    icon: <Flame className="icon" />,
    hint: `${severityNames[incident.severity]}, ${incident.status}`,
    onRun: () => navigate(links.incident(incident.number)),
  }));
}

/** Searches that look through all incidents and alerts, in their lists. */
function useSearches(text: string): readonly PaletteItem[] {
  const [, navigate] = useLocation();
  const looked = text.trim();
  const search = (noun: string, to: string): PaletteItem => ({
    id: `search-${noun}`,
    label: `Look for “${looked}” in all ${noun}`,
    group: 'Search',
    icon: <Search className="icon" />,
    forAny: true,
    onRun: () => navigate(to),
  });
  return [search('incidents', links.incidentsWith(looked)), search('alerts', links.alertsWith(looked))];
}

/** The entry that retries a failed query. */
const readAgain = (group: string, what: string, { meaning, retry }: ViewFailure): PaletteItem => ({
  id: `read-again-${group}`,
  label: `${what}. Try again`,
  group,
  icon: <CloudOff className="icon" />,
  hint: meaning,
  onRun: retry,
});

/** Members, who lead to the on-call screen. */
function usePersonCommands(): readonly PaletteItem[] {
  const [, navigate] = useLocation();
  const { all, failure } = usePeople();
  if (failure) return [readAgain('People', 'The team can’t be read', failure)];
  return all.map((person) => ({
    id: `person-${person.id}`,
    label: person.displayName,
    group: 'People',
    icon: <Avatar person={{ id: person.id, name: person.displayName }} size="small" decorative />,
    hint: person.role,
    onRun: () => navigate(links.onCall()),
  }));
}
