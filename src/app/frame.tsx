/** The frame around every screen: navigation, live strip, banners, palette, rehearsal panel. */
import Search from 'lucide-react/icons/search';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { isUnacknowledged } from '#domain/alert/status.ts';
import { useAlerts } from '#src/data/queries/alerts.ts';
import { useLiveIncidents } from '#src/data/queries/incidents.ts';
import { useMyOffers } from '#src/data/queries/offers.ts';
import { useWaitingPages } from '#src/data/queries/waiting.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { useTeam } from '#src/data/queries/team.tsx';
import { AppFrame, contentId } from '#src/components/app-frame.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import type { MenuItem } from '#src/ui/menu.tsx';
import { useArrival } from './arrival.ts';
import { type Needed, useAttention } from './attention.ts';
import { Banners } from './banners.tsx';
import styles from './frame.module.css';
import { MyStrip } from './live-strip.tsx';
import { MoreTab, RailFoot, RailTop, rehearsalIcon, useLateMenu } from './frame-controls.tsx';
import { FrameKeys } from './frame-keys.tsx';
import { nav } from './nav.tsx';
import { findRoute, type NavCounts } from './route-table.tsx';
import { frameParts } from './frame-parts.ts';
import { useTeamScreenIdle } from '#src/data/client/use-reached.ts';
import { useScreens } from './use-screens.ts';

export function Frame({ children }: { readonly children: ReactNode }) {
  const [path, navigate] = useLocation();
  const control = useControl();
  useMenusLoaded();
  const actions = useScreens('Actions');
  const counts = useCounts();
  const [palette, setPalette] = useState(false);
  const [rehearsal, setRehearsal] = useState(false);
  const place = `${path}?${useSearch()}`;
  const [shownAt, setShownAt] = useState(place);
  // Navigation closes what is open over the screen.
  if (shownAt !== place) {
    setShownAt(place);
    setPalette(false);
    setRehearsal(false);
  }
  useArrival(path, contentId);

  const rehearse = {
    id: 'rehearsal',
    label: 'Rehearsal',
    icon: rehearsalIcon,
    onSelect: () => setRehearsal(true),
  };
  return (
    <>
      <Title
        path={path}
        needed={{ count: counts.needsMe + counts.waitsForMe, isUrgent: counts.needsMe > 0 }}
      />
      <FrameKeys openPalette={() => setPalette(true)} openRehearsal={control ? rehearse.onSelect : null} />
      <AppFrame
        nav={nav(path, counts)}
        banner={banners}
        strip={strip}
        railTop={<RailTop actions={actions} onFind={() => setPalette(true)} />}
        railFoot={
          <RailFoot rehearsal={control !== null} onRehearse={rehearse.onSelect}>
            {account}
          </RailFoot>
        }
        phoneMore={
          <More
            items={[
              ...nav(path)
                .filter((item) => !item.onPhone)
                .map(({ id, label, icon, href }) => ({
                  id,
                  label,
                  icon,
                  onSelect: () => navigate(href),
                })),
              {
                id: 'find',
                label: 'Find anything',
                icon: <Search className="icon" />,
                onSelect: () => setPalette(true),
              },
              ...actions.map(({ id, title, icon: Icon, disabledReason, open }) => ({
                id,
                label: title,
                icon: <Icon className="icon" />,
                disabledReason,
                onSelect: open,
              })),
              ...(control ? [rehearse] : []),
            ]}
          />
        }
      >
        {children}
      </AppFrame>
      {palette ? (
        <Suspense>
          <frameParts.palette.Component
            onClose={() => setPalette(false)}
            openRehearsal={control ? rehearse.onSelect : null}
          />
        </Suspense>
      ) : null}
      {control && rehearsal ? (
        <Suspense>
          <frameParts.rehearsal.Component open onOpenChange={setRehearsal} />
        </Suspense>
      ) : null}
    </>
  );
}

// Constant elements: independent of the address, so not rendered with it.
const banners = <Banners />;
const strip = <MyStrip />;
const account = <Account />;

/** The script of both menus is loaded before they are opened. */
function useMenusLoaded(): void {
  const idle = useTeamScreenIdle();
  useEffect(() => {
    if (idle) frameParts.accountMenu.load().catch(() => undefined);
  }, [idle]);
}

function Account() {
  const { me } = useTeam();
  const { trigger, popup, opened } = useLateMenu();
  return (
    <>
      <Button
        {...trigger}
        wide
        variant="quiet"
        className={styles.left}
        icon={<Avatar person={{ id: me.id, name: me.displayName }} size="small" decorative />}
      >
        {me.displayName}
      </Button>
      {opened ? (
        <Suspense>
          <frameParts.accountMenu.Component {...popup} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The rest of the navigation on a phone. */
function More({ items }: { readonly items: readonly MenuItem[] }) {
  const { trigger, popup, opened } = useLateMenu();
  return (
    <>
      <MoreTab {...trigger} />
      {opened ? (
        <Suspense>
          <frameParts.moreMenu.Component {...popup} items={items} />
        </Suspense>
      ) : null}
    </>
  );
}

function useCounts(): NavCounts {
  const { critical, low, drills } = useWaitingPages();
  return {
    needsMe: critical.length + useMyOffers().length,
    waitsForMe: low.length + drills.length,
    liveIncidents: useLiveIncidents().data?.items.length ?? 0,
    openAlerts: useAlerts().data?.items.filter(({ value }) => isUnacknowledged(value)).length ?? 0,
  };
}

/** The tab's title for the screen at a path. */
function Title({ path, needed }: { readonly path: string; readonly needed: Needed }) {
  const found = findRoute(path);
  if (found === null) return <PlainTitle title="Not found" needed={needed} />;
  const { title, LiveTitle } = found.route;
  if (!LiveTitle) return <PlainTitle title={title} needed={needed} />;
  return <LiveTitle params={found.params}>{(live) => <PlainTitle title={live} needed={needed} />}</LiveTitle>;
}

function PlainTitle({ title, needed }: { readonly title: string; readonly needed: Needed }) {
  useAttention(title, needed);
  return null;
}
