/** The frame around every screen: navigation, live strip, banners, palette, rehearsal panel. */
import FlaskConical from 'lucide-react/icons/flask-conical';
import Search from 'lucide-react/icons/search';
import { type ReactNode, Suspense, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useAlerts } from '#src/data/queries/alerts.ts';
import { useLiveIncidents } from '#src/data/queries/incidents.ts';
import { useMyOpenPages } from '#src/data/queries/pages.ts';
import { useMyOffers } from '#src/data/queries/offers.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { AppFrame, contentId } from '#src/components/app-frame.tsx';
import { Button } from '#src/ui/button.tsx';
import { useArrival } from './arrival.ts';
import { useAttention } from './attention.ts';
import { Banners } from './banners.tsx';
import styles from './frame.module.css';
import { MyStrip } from './live-strip.tsx';
import { FrameKeys } from './frame-keys.tsx';
import { nav } from './nav.tsx';
import { findRoute, type NavCounts } from './route-table.tsx';
import { frameParts } from './frame-parts.ts';
import { useFirstScreenIdle } from '#src/data/client/use-first-screen-idle.ts';
import { useScreens } from './use-screens.ts';

export function Frame({ children }: { readonly children: ReactNode }) {
  const [path, navigate] = useLocation();
  const control = useControl();
  const actions = useScreens('Actions');
  const idle = useFirstScreenIdle();
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
    icon: <FlaskConical className="icon" />,
    onSelect: () => setRehearsal(true),
  };
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
                onClick={action.open}
              >
                {action.title}
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
            <div className={styles.account}>
              <Suspense>{idle ? <frameParts.accountMenu.Component /> : null}</Suspense>
            </div>
          </>
        }
        phoneMore={
          idle ? (
            <Suspense>
              <frameParts.moreMenu.Component
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
            </Suspense>
          ) : null
        }
      >
        {children}
      </AppFrame>
      <Suspense>
        {palette ? (
          <frameParts.palette.Component
            onClose={() => setPalette(false)}
            openRehearsal={control ? rehearse.onSelect : null}
          />
        ) : null}
      </Suspense>
      {control && rehearsal ? (
        <Suspense>
          <frameParts.rehearsal.Component open onOpenChange={setRehearsal} />
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

/** The tab's title for the screen at a path. */
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
