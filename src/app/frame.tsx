/** The frame around every screen: places, what is true now, and what can be done from anywhere. */
import Ellipsis from 'lucide-react/icons/ellipsis';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Search from 'lucide-react/icons/search';
import { type ReactNode, Suspense, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useAlerts } from '#src/data/queries/alerts.ts';
import { useLiveIncidents } from '#src/data/queries/incidents.ts';
import { useMyOpenPages } from '#src/data/queries/pages.ts';
import { useMyOffers } from '#src/data/queries/offers.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { useMayRun, useTeam } from '#src/data/queries/team.tsx';
import { AppFrame, contentId } from '#src/components/app-frame.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { useArrival } from './arrival.ts';
import { useAttention } from './attention.ts';
import { Banners } from './banners.tsx';
import styles from './frame.module.css';
import { KeySheet } from '#src/ui/key-sheet.tsx';
import { MyStrip } from './live-strip.tsx';
import { FrameKeys } from './frame-keys.tsx';
import { nav } from './nav.tsx';
import { findRoute, type NavCounts, routeTable } from './route-table.tsx';
import { screens } from './screens.ts';
import { useAccountMenu } from './account-menu.tsx';

export function Frame({ children }: { readonly children: ReactNode }) {
  const [path, navigate] = useLocation();
  const control = useControl();
  const { me } = useTeam();
  const actions = useScreenActions();
  const counts = useCounts();
  const [palette, setPalette] = useState(false);
  const [rehearsal, setRehearsal] = useState(false);
  const menu = useAccountMenu();
  const place = `${path}?${useSearch()}`;
  const [shownAt, setShownAt] = useState(place);
  // What leads elsewhere is not to be covered by what was open before.
  if (shownAt !== place) {
    setShownAt(place);
    setPalette(false);
    setRehearsal(false);
  }
  useArrival(path, contentId);

  const rehearse = {
    id: 'rehearsal',
    label: 'Rehearsal',
    icon: <FlaskConical className="icon" />,
    onSelect: () => setRehearsal(true),
  };
  const more = nav(path).filter((item) => !item.onPhone);
  return (
    <>
      <Title path={path} needed={counts.needsMe} />
      <FrameKeys openPalette={() => setPalette(true)} openRehearsal={control ? rehearse.onSelect : null} />
      <AppFrame
        nav={nav(path, counts)}
        banner={<Banners />}
        strip={<MyStrip />}
        railTop={
          <>
            <Button
              wide
              icon={<Search className="icon" />}
              shortcut="mod+k"
              className={styles.left}
              onClick={() => setPalette(true)}
            >
              Find
            </Button>
            {actions.map(({ icon: Icon, ...action }) => (
              <Button
                key={action.id}
                wide
                icon={<Icon className="icon" />}
                shortcut={action.shortcut}
                className={styles.left}
                disabledReason={action.disabledReason}
                onClick={action.onSelect}
              >
                {action.label}
              </Button>
            ))}
          </>
        }
        railFoot={
          <>
            {control ? (
              <Button
                wide
                variant="quiet"
                icon={rehearse.icon}
                shortcut="g d"
                className={styles.left}
                onClick={rehearse.onSelect}
              >
                Rehearsal
              </Button>
            ) : null}
            <Menu
              sections={menu}
              trigger={
                <Button
                  wide
                  variant="quiet"
                  className={styles.left}
                  icon={<Avatar person={{ id: me.id, name: me.displayName }} size="small" decorative />}
                >
                  {me.displayName}
                </Button>
              }
            />
          </>
        }
        phoneMore={
          <Menu
            align="end"
            sections={[
              {
                items: [
                  ...more.map((item) => ({
                    id: item.id,
                    label: item.label,
                    icon: item.icon,
                    onSelect: () => navigate(item.href),
                  })),
                  {
                    id: 'find',
                    label: 'Find anything',
                    icon: <Search className="icon" />,
                    onSelect: () => setPalette(true),
                  },
                  ...actions.map(({ icon: Icon, ...action }) => ({
                    ...action,
                    shortcut: undefined,
                    icon: <Icon className="icon" />,
                  })),
                  ...(control ? [rehearse] : []),
                ],
              },
              ...menu,
            ]}
            trigger={
              <button type="button" className={styles.more}>
                <Ellipsis className="icon" />
                <span>More</span>
              </button>
            }
          />
        }
      >
        {children}
      </AppFrame>
      <KeySheet />
      <Suspense>
        {palette ? (
          <screens.palette.Component
            onClose={() => setPalette(false)}
            openRehearsal={control ? rehearse.onSelect : null}
          />
        ) : null}
      </Suspense>
      {control && rehearsal ? (
        <Suspense>
          <screens.rehearsal.Component open onOpenChange={setRehearsal} />
        </Suspense>
      ) : null}
    </>
  );
}

function useCounts(): NavCounts {
  return {
    needsMe: (useMyOpenPages().data?.items.length ?? 0) + useMyOffers().length,
    liveIncidents: useLiveIncidents().data?.items.length ?? 0,
    openAlerts: useAlerts().data?.items.filter(({ value }) => value.status === 'open').length ?? 0,
  };
}

/** Screens that do something rather than show something: they are buttons, with the reason if they may not be opened. */
function useScreenActions() {
  const [, navigate] = useLocation();
  const mayRun = useMayRun();
  return routeTable.flatMap(({ id, title, path, icon, shortcut, palette, command }) => {
    if (palette?.group !== 'Actions' || typeof path !== 'string') return [];
    const verdict = command && mayRun(command);
    return {
      id,
      label: title,
      icon,
      shortcut: shortcut ?? undefined,
      disabledReason: verdict && !verdict.allowed ? verdict.reason : undefined,
      onSelect: () => navigate(path),
    };
  });
}

/** What the tab's title says of the screen at a path. */
function Title({ path, needed }: { readonly path: string; readonly needed: number }) {
  const found = findRoute(path);
  if (found === null) return <PlainTitle title="Not found" needed={needed} />;
  const { title, LiveTitle } = found.route;
  if (!LiveTitle) return <PlainTitle title={title} needed={needed} />;
  return <LiveTitle params={found.params}>{(live) => <PlainTitle title={live} needed={needed} />}</LiveTitle>;
}

function PlainTitle({ title, needed }: { readonly title: string; readonly needed: number }) {
  useAttention(title, needed);
  return null;
}
