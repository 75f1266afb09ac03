/** The sections of the settings, in their order. A new one is a file here and an entry in this list. */
import Building from 'lucide-react/icons/building-2';
import KeyRound from 'lucide-react/icons/key-round';
import ListChecks from 'lucide-react/icons/list-checks';
import ScrollText from 'lucide-react/icons/scroll-text';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import type { ComponentType } from 'react';
import { ApiKeysSection } from './api-keys-section.tsx';
import { AuditSection } from './audit-section.tsx';
import { InvitesSection } from './invites-section.tsx';
import { MembersSection } from './members-section.tsx';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { DangerSection } from './danger-section.tsx';
import { RolesSection } from './roles-section.tsx';
import { SetupSection } from './setup-section.tsx';
import { TeamSection } from './team-section.tsx';

export interface SettingsSection {
  /** Part of the address: `/settings/team`. */
  readonly id: string;
  readonly title: string;
  /** Content of the section, in a few words. */
  readonly hint: string;
  readonly icon: ComponentType<{ className?: string }>;
  /** Panels; the screen has the title already. */
  readonly Content: ComponentType;
}

export const settingsSections: readonly SettingsSection[] = [
  {
    id: 'team',
    title: 'Team',
    hint: 'Name, time zone, who is paged when nobody answers',
    icon: Building,
    Content: TeamSection,
  },
  {
    id: 'members',
    title: 'Members',
    hint: 'Who is in the team, and as what',
    icon: Users,
    Content: MembersSection,
  },
  {
    id: 'invites',
    title: 'Invites',
    hint: 'By link, QR code or mail',
    icon: UserPlus,
    Content: InvitesSection,
  },
  {
    id: 'roles',
    title: 'Roles',
    hint: 'Who may do what',
    icon: ShieldCheck,
    Content: RolesSection,
  },
  {
    id: 'setup',
    title: 'Set-up',
    hint: 'What an alert needs to reach somebody',
    icon: ListChecks,
    Content: SetupSection,
  },
  {
    id: 'api-keys',
    title: 'API keys',
    hint: 'For programs and the command line',
    icon: KeyRound,
    Content: ApiKeysSection,
  },
  {
    id: 'audit',
    title: 'Audit',
    hint: 'Who changed what',
    icon: ScrollText,
    Content: AuditSection,
  },
  {
    id: 'danger',
    title: 'Danger zone',
    hint: 'Delete the team',
    icon: TriangleAlert,
    Content: DangerSection,
  },
];
