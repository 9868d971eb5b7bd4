import IconActivity from '@tabler/icons-react/icons/IconActivity';
import IconAdjustments from '@tabler/icons-react/icons/IconAdjustments';
import IconDevices from '@tabler/icons-react/icons/IconDevices';
import IconFlag from '@tabler/icons-react/icons/IconFlag';
import IconGitPullRequest from '@tabler/icons-react/icons/IconGitPullRequest';
import IconHistory from '@tabler/icons-react/icons/IconHistory';
import IconKey from '@tabler/icons-react/icons/IconKey';
import IconLayoutDashboard from '@tabler/icons-react/icons/IconLayoutDashboard';
import IconTag from '@tabler/icons-react/icons/IconTag';
import IconUser from '@tabler/icons-react/icons/IconUser';
import IconUsers from '@tabler/icons-react/icons/IconUsers';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { projects } from '#contract/projects.ts';
import { queryOf } from '../../api/client.ts';
import { initials } from '../../lib/format.ts';
import type { SectionName } from '../../lib/crumbs.ts';
import type { SecondRail } from '../../ui/app-shell.tsx';
import { common } from '../../words/common.ts';
import classes from './shell.module.css';

const { navigation } = common;
const exact = { exact: true };

const iconOf = (Icon: typeof IconUser) => <Icon aria-hidden size={16} />;

const lastName = (path: string) => path.split('/').at(-1) ?? path;
const parentOf = (path: string) => path.split('/').slice(0, -1).join(' / ');

/** The screens of what the current screen belongs to. */
export function useSecondRail(
  section: SectionName | undefined,
  params: { project?: string; group?: string },
): SecondRail | undefined {
  const { project = '', group = '' } = params;
  const open = useQuery({
    ...queryOf(projects.show, { id: project }),
    enabled: section === 'project',
    select: (found) => found.open_merge_requests_count,
  });
  switch (section) {
    case 'project':
      return projectRail(project, open.data);
    case 'group':
      return groupRail(group);
    case 'admin':
      return adminRail;
    case 'profile':
      return profileRail;
    default:
      return undefined;
  }
}

function projectRail(project: string, openMergeRequests: number | undefined): SecondRail {
  const params = { project };
  return {
    title: lastName(project),
    about: parentOf(project),
    mark: initials(lastName(project)),
    entries: [
      {
        key: 'overview',
        link: (
          <Link to="/projects/$project" params={params} activeOptions={exact}>
            {iconOf(IconLayoutDashboard)}
            {navigation.overview}
          </Link>
        ),
      },
      {
        key: 'merge-requests',
        link: (
          <Link
            to="/projects/$project/merge-requests"
            params={params}
            activeOptions={{ includeSearch: false }}
          >
            {iconOf(IconGitPullRequest)}
            {navigation.mergeRequests}
            {openMergeRequests !== undefined && (
              <span className={classes.count}>{openMergeRequests}</span>
            )}
          </Link>
        ),
      },
      {
        key: 'labels',
        link: (
          <Link
            to="/projects/$project/labels"
            params={params}
            activeOptions={{ includeSearch: false }}
          >
            {iconOf(IconTag)}
            {navigation.labels}
          </Link>
        ),
      },
      {
        key: 'milestones',
        link: (
          <Link
            to="/projects/$project/milestones"
            params={params}
            activeOptions={{ includeSearch: false }}
          >
            {iconOf(IconFlag)}
            {navigation.milestones}
          </Link>
        ),
      },
      {
        key: 'members',
        link: (
          <Link to="/projects/$project/members" params={params}>
            {iconOf(IconUsers)}
            {navigation.members}
          </Link>
        ),
      },
    ],
  };
}

function groupRail(group: string): SecondRail {
  const params = { group };
  return {
    title: lastName(group),
    about: parentOf(group),
    mark: initials(lastName(group)),
    entries: [
      {
        key: 'overview',
        link: (
          <Link to="/groups/$group" params={params} activeOptions={exact}>
            {iconOf(IconLayoutDashboard)}
            {navigation.overview}
          </Link>
        ),
      },
      {
        key: 'labels',
        link: (
          <Link to="/groups/$group/labels" params={params} activeOptions={{ includeSearch: false }}>
            {iconOf(IconTag)}
            {navigation.labels}
          </Link>
        ),
      },
      {
        key: 'milestones',
        link: (
          <Link
            to="/groups/$group/milestones"
            params={params}
            activeOptions={{ includeSearch: false }}
          >
            {iconOf(IconFlag)}
            {navigation.milestones}
          </Link>
        ),
      },
      {
        key: 'members',
        link: (
          <Link to="/groups/$group/members" params={params}>
            {iconOf(IconUsers)}
            {navigation.members}
          </Link>
        ),
      },
    ],
  };
}

const adminRail: SecondRail = {
  title: navigation.admin,
  about: common.product,
  mark: iconOf(IconAdjustments),
  entries: [
    {
      key: 'users',
      link: (
        <Link to="/admin/users">
          {iconOf(IconUsers)}
          {navigation.users}
        </Link>
      ),
    },
    {
      key: 'tokens',
      link: (
        <Link to="/admin/tokens" activeOptions={{ includeSearch: false }}>
          {iconOf(IconKey)}
          {navigation.tokens}
        </Link>
      ),
    },
    {
      key: 'audit',
      link: (
        <Link to="/admin/audit" activeOptions={{ includeSearch: false }}>
          {iconOf(IconHistory)}
          {navigation.audit}
        </Link>
      ),
    },
    {
      key: 'system',
      link: (
        <Link to="/admin/system">
          {iconOf(IconActivity)}
          {navigation.system}
        </Link>
      ),
    },
  ],
};

const profileRail: SecondRail = {
  title: navigation.profile,
  about: '',
  mark: iconOf(IconUser),
  entries: [
    {
      key: 'account',
      link: (
        <Link to="/profile/account">
          {iconOf(IconUser)}
          {navigation.account}
        </Link>
      ),
    },
    {
      key: 'tokens',
      link: (
        <Link to="/profile/tokens">
          {iconOf(IconKey)}
          {navigation.tokens}
        </Link>
      ),
    },
    {
      key: 'sessions',
      link: (
        <Link to="/profile/sessions">
          {iconOf(IconDevices)}
          {navigation.sessions}
        </Link>
      ),
    },
  ],
};
