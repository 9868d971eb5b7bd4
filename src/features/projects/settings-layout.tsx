import IconLock from '@tabler/icons-react/icons/IconLock';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { useCurrentUser } from '../../api/current-user.ts';
import { roleIn } from '../../lib/permissions.ts';
import { Page, TabBar } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { projectSettingsWords as words } from '../../words/project-settings.ts';
import { projectShown } from './queries.ts';

const route = getRouteApi('/_auth/projects/$project/settings');
const maintainer = 40;

const tabs = [
  { to: '/projects/$project/settings', label: words.general },
  { to: '/projects/$project/settings/merge-requests', label: words.mergeRequests },
  { to: '/projects/$project/settings/approvals', label: words.approvals },
  { to: '/projects/$project/settings/protected-branches', label: words.protectedBranches },
  { to: '/projects/$project/settings/advanced', label: words.advanced },
] as const;

/** Tabs of the settings; the tab is below. */
export function ProjectSettings() {
  const { project: path } = route.useParams();
  const { data: project } = useSuspenseQuery(projectShown(path));
  const user = useCurrentUser();
  // An archived project has settings too, of which Advanced takes the archive back.
  const mayLook = user.is_admin === true || roleIn(project) >= maintainer;
  if (!mayLook) {
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
            <Link
              key={to}
              to={to}
              params={{ project: path }}
              activeOptions={{ exact: true, includeSearch: false }}
            >
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
