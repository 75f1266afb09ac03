/** The frame around every screen: places, what is true now, and what can be done from anywhere. */
import Ellipsis from 'lucide-react/icons/ellipsis';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { type ReactNode, Suspense, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useAlerts } from '#src/data/queries/alerts.ts';
import { useIncident, useLiveIncidents } from '#src/data/queries/incidents.ts';
import { links } from '#src/data/links.ts';
import { useMyOpenPages } from '#src/data/queries/pages.ts';
import { useMyOffers } from '#src/data/queries/offers.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { useMayRun, useTeam } from '#src/data/queries/team.tsx';
import { AppFrame, contentId } from '#src/ui/app-frame.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { useKey } from '#src/ui/keys.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { typeAhead } from '#src/ui/type-ahead.ts';
import { useArrival } from './arrival.ts';
import { useAttention } from './attention.ts';
import { Banners } from './banners.tsx';
import styles from './frame.module.css';
import { KeySheet } from '#src/ui/key-sheet.tsx';
import { MyStrip } from './live-strip.tsx';
import { nav, type NavCounts, titleOf } from './nav.tsx';
import { screens } from './screens.ts';
import { useAccountMenu } from './account-menu.tsx';

export function Frame({ children }: { readonly children: ReactNode }) {
  const [path, navigate] = useLocation();
  const control = useControl();
  const { me } = useTeam();
  const declare = useMayRun()('declareIncident');
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
  useFrameKeys(
    () => {
      typeAhead();
      setPalette(true);
    },
    control ? () => setRehearsal(true) : null,
  );

  const rehearse = {
    id: 'rehearsal',
    label: 'Rehearsal',
    icon: <FlaskConical className="icon" />,
    onSelect: () => setRehearsal(true),
  };
  const more = nav(path).filter((item) => !item.onPhone);
  return (
    <>
      <Titles path={path} needed={counts.needsMe} />
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
            <Button
              wide
              icon={<Plus className="icon" />}
              shortcut="c"
              className={styles.left}
              disabledReason={!declare.allowed && declare.reason}
              onClick={() => navigate(links.declare())}
            >
              Declare incident
            </Button>
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
                  {
                    id: 'declare',
                    label: 'Declare incident',
                    icon: <Plus className="icon" />,
                    disabledReason: !declare.allowed && declare.reason,
                    onSelect: () => navigate(links.declare()),
                  },
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

function useFrameKeys(openPalette: () => void, openRehearsal: (() => void) | null): void {
  const [path, navigate] = useLocation();
  const declare = useMayRun()('declareIncident');
  const everywhere = { group: 'Everywhere' };
  const go = { group: 'Go to' };
  useKey('mod+k', 'Find anything', openPalette, everywhere);
  const declareNow = () => {
    if (path !== links.declare()) typeAhead();
    navigate(links.declare());
  };
  useKey('c', 'Declare incident', declareNow, { ...everywhere, enabled: declare.allowed });
  useKey('g h', 'Home', () => navigate(links.home()), go);
  useKey('g i', 'Incidents', () => navigate(links.incidents()), go);
  useKey('g a', 'Alerts', () => navigate(links.alerts()), go);
  useKey('g o', 'On call', () => navigate(links.onCall()), go);
  useKey('g m', 'Me', () => navigate(links.me()), go);
  useKey('g d', 'Rehearsal', () => openRehearsal?.(), { ...go, enabled: openRehearsal !== null });
}

/** Which screen the tab's title names; a room goes by its incident. */
function Titles({ path, needed }: { readonly path: string; readonly needed: number }) {
  const number = /^\/incidents\/(\d+)$/.exec(path)?.[1];
  if (number === undefined) return <Title title={titleOf(path)} needed={needed} />;
  return <RoomTitle number={Number(number)} needed={needed} />;
}

function Title({ title, needed }: { readonly title: string; readonly needed: number }) {
  useAttention(title, needed);
  return null;
}

function RoomTitle({ number, needed }: { readonly number: number; readonly needed: number }) {
  const title = useIncident(number).data?.items[0]?.value.title;
  useAttention(title === undefined ? `#${number}` : `#${number} ${title}`, needed);
  return null;
}
