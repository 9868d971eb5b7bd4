import IconLock from '@tabler/icons-react/icons/IconLock';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { useMayInGroup } from '../../api/places.ts';
import { Page, TabBar } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { groupSettingsWords as words } from '../../words/group-settings.ts';

const route = getRouteApi('/_auth/groups/$group/settings');

const tabs = [
  { to: '/groups/$group/settings', label: words.general },
  { to: '/groups/$group/settings/advanced', label: words.advanced },
] as const;

/** Tabs of the settings; the tab is below. */
export function GroupSettings() {
  const { group } = route.useParams();
  if (!useMayInGroup(group, 'admin_group')) {
    return (
      <Page title={words.title}>
        <EmptyState icon={<IconLock aria-hidden size={20} />} title={words.forbidden}>
          {words.forbiddenHelp}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      title={words.title}
      tabs={
        <TabBar
          label={words.tabs}
          tabs={tabs.map(({ to, label }) => (
            <Link key={to} to={to} params={{ group }} activeOptions={{ exact: true }}>
              {label}
            </Link>
          ))}
        />
      }
    >
      <Outlet />
    </Page>
  );
}
