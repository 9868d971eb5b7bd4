import IconPlayerPause from '@tabler/icons-react/icons/IconPlayerPause';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { formatMoment } from '../../lib/format.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { Page, TabBar } from '../../ui/page.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { kindOf } from '#contract/integrations/kinds.ts';
import { integrationWords as words } from '../../words/integrations.ts';
import { IntegrationActions } from './integration-actions.tsx';
import { IntegrationState } from './integration-state.tsx';
import { type IntegrationPlace, useIntegrationPlace } from './place.ts';
import { healthOf, integrationShown } from './queries.ts';

/** The integration that the URL names. */
export function useSlug(): string {
  const { slug = '' }: { slug?: string } = useParams({ strict: false });
  return slug;
}

/** Name, state, what can be done, and tabs of an integration; the tab is below. */
export function IntegrationLayout() {
  const place = useIntegrationPlace();
  const slug = useSlug();
  const { data: shown } = useSuspenseQuery(integrationShown(place, slug));
  const about = kindOf(slug)?.about;
  const navigate = useNavigate();
  const back = () => void navigate(catalogueOf(place));
  useScreenActions([{ id: 'catalogue', label: words.all, run: back }]);
  return (
    <Page
      title={shown.title}
      badge={<IntegrationState {...shown} />}
      {...(about !== undefined && { about })}
      actions={<IntegrationActions place={place} shown={shown} />}
      meta={shown.state === 'active' && <Pause place={place} slug={slug} />}
      tabs={
        place.kind !== 'instance' && (
          <TabBar label={words.tabs.label} tabs={tabsOf(place.kind, place.id, slug)} />
        )
      }
    >
      <Outlet />
    </Page>
  );
}

function catalogueOf({ kind, id }: IntegrationPlace) {
  switch (kind) {
    case 'group':
      return { to: '/groups/$group/integrations', params: { group: id } } as const;
    case 'project':
      return { to: '/projects/$project/integrations', params: { project: id } } as const;
    case 'instance':
      return { to: '/admin/integrations' } as const;
  }
}

const exactly = { exact: true, includeSearch: false };

const tabsOf = (kind: 'group' | 'project', id: string, slug: string) =>
  kind === 'group'
    ? [
        <Link
          key="settings"
          to="/groups/$group/integrations/$slug"
          params={{ group: id, slug }}
          activeOptions={exactly}
        >
          {words.tabs.settings}
        </Link>,
        <Link
          key="deliveries"
          to="/groups/$group/integrations/$slug/deliveries"
          params={{ group: id, slug }}
          activeOptions={exactly}
        >
          {words.tabs.deliveries}
        </Link>,
      ]
    : [
        <Link
          key="settings"
          to="/projects/$project/integrations/$slug"
          params={{ project: id, slug }}
          activeOptions={exactly}
        >
          {words.tabs.settings}
        </Link>,
        <Link
          key="deliveries"
          to="/projects/$project/integrations/$slug/deliveries"
          params={{ project: id, slug }}
          activeOptions={exactly}
        >
          {words.tabs.deliveries}
        </Link>,
      ];

/** That nothing is sent for a while, and why. */
function Pause({ place, slug }: { place: IntegrationPlace; slug: string }) {
  const { data } = useQuery({ ...healthOf(place, slug), enabled: place.kind !== 'instance' });
  if (data == null || data.paused_until === null) return null;
  return (
    <StateText tone="warning" icon={<IconPlayerPause aria-hidden size={16} />}>
      {words.paused(formatMoment(data.paused_until), data.failures)}
    </StateText>
  );
}
