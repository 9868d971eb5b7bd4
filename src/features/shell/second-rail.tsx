import IconServerBolt from '@tabler/icons-react/icons/IconServerBolt';
import IconTarget from '@tabler/icons-react/icons/IconTarget';
import IconTerminal2 from '@tabler/icons-react/icons/IconTerminal2';
import IconActivity from '@tabler/icons-react/icons/IconActivity';
import IconAdjustments from '@tabler/icons-react/icons/IconAdjustments';
import IconBook2 from '@tabler/icons-react/icons/IconBook2';
import IconBolt from '@tabler/icons-react/icons/IconBolt';
import IconCalendarTime from '@tabler/icons-react/icons/IconCalendarTime';
import IconCircleDot from '@tabler/icons-react/icons/IconCircleDot';
import IconDevices from '@tabler/icons-react/icons/IconDevices';
import IconExternalLink from '@tabler/icons-react/icons/IconExternalLink';
import IconFileCode from '@tabler/icons-react/icons/IconFileCode';
import IconFileExport from '@tabler/icons-react/icons/IconFileExport';
import IconFiles from '@tabler/icons-react/icons/IconFiles';
import IconFlag from '@tabler/icons-react/icons/IconFlag';
import IconGitCommit from '@tabler/icons-react/icons/IconGitCommit';
import IconGitPullRequest from '@tabler/icons-react/icons/IconGitPullRequest';
import IconHistory from '@tabler/icons-react/icons/IconHistory';
import IconKey from '@tabler/icons-react/icons/IconKey';
import IconLayoutDashboard from '@tabler/icons-react/icons/IconLayoutDashboard';
import IconPackages from '@tabler/icons-react/icons/IconPackages';
import IconPalette from '@tabler/icons-react/icons/IconPalette';
import IconPlug from '@tabler/icons-react/icons/IconPlug';
import IconSettings from '@tabler/icons-react/icons/IconSettings';
import IconShieldCheck from '@tabler/icons-react/icons/IconShieldCheck';
import IconTag from '@tabler/icons-react/icons/IconTag';
import IconTags from '@tabler/icons-react/icons/IconTags';
import IconTimeline from '@tabler/icons-react/icons/IconTimeline';
import IconToggleLeft from '@tabler/icons-react/icons/IconToggleLeft';
import IconUser from '@tabler/icons-react/icons/IconUser';
import IconUserShare from '@tabler/icons-react/icons/IconUserShare';
import IconUsers from '@tabler/icons-react/icons/IconUsers';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type IssueTracker, issueTrackers } from '#contract/issue-trackers.ts';
import { projects } from '#contract/projects.ts';
import { queryOf } from '../../api/client.ts';
import { initials } from '../../lib/format.ts';
import type { SectionName } from '../../lib/crumbs.ts';
import type { SecondRail } from '../../ui/app-shell.tsx';
import { common } from '../../words/common.ts';
import classes from './shell.module.css';

const { navigation } = common;

/** A screen of a section: its route, sign and word. */
interface Entry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly Icon: typeof IconUser;
  readonly label: string;
  /** Current only at this very path: its children are entries of their own. */
  readonly exact?: boolean;
}

const projectEntries: readonly Entry[] = [
  {
    to: '/projects/$project',
    Icon: IconLayoutDashboard,
    label: navigation.overview,
    exact: true,
  },
  { to: '/projects/$project/files', Icon: IconFiles, label: navigation.files },
  { to: '/projects/$project/commits', Icon: IconGitCommit, label: navigation.commits },
  {
    to: '/projects/$project/merge-requests',
    Icon: IconGitPullRequest,
    label: navigation.mergeRequests,
  },
  { to: '/projects/$project/pipelines', Icon: IconTimeline, label: navigation.pipelines },
  { to: '/projects/$project/schedules', Icon: IconCalendarTime, label: navigation.schedules },
  { to: '/projects/$project/triggers', Icon: IconBolt, label: navigation.triggers },
  { to: '/projects/$project/controls', Icon: IconShieldCheck, label: navigation.controls },
  { to: '/projects/$project/dependencies', Icon: IconPackages, label: navigation.dependencies },
  { to: '/projects/$project/exports', Icon: IconFileExport, label: navigation.exports },
  { to: '/projects/$project/deploy-keys', Icon: IconServerBolt, label: navigation.deployKeys },
  { to: '/projects/$project/issues', Icon: IconCircleDot, label: navigation.issues },
  { to: '/projects/$project/wiki', Icon: IconBook2, label: navigation.wiki },
  { to: '/projects/$project/labels', Icon: IconTag, label: navigation.labels },
  { to: '/projects/$project/milestones', Icon: IconFlag, label: navigation.milestones },
  { to: '/projects/$project/members', Icon: IconUsers, label: navigation.members },
  { to: '/projects/$project/integrations', Icon: IconPlug, label: navigation.integrations },
  { to: '/projects/$project/settings', Icon: IconSettings, label: navigation.settings },
];

const groupEntries: readonly Entry[] = [
  { to: '/groups/$group', Icon: IconLayoutDashboard, label: navigation.overview, exact: true },
  {
    to: '/groups/$group/merge-requests',
    Icon: IconGitPullRequest,
    label: navigation.mergeRequests,
  },
  { to: '/groups/$group/epics', Icon: IconTarget, label: navigation.epics },
  { to: '/groups/$group/exports', Icon: IconFileExport, label: navigation.exports },
  { to: '/groups/$group/labels', Icon: IconTag, label: navigation.labels },
  { to: '/groups/$group/label-events', Icon: IconTags, label: navigation.labelEvents },
  { to: '/groups/$group/milestones', Icon: IconFlag, label: navigation.milestones },
  { to: '/groups/$group/members', Icon: IconUsers, label: navigation.members },
  { to: '/groups/$group/reassignments', Icon: IconUserShare, label: navigation.reassignments },
  { to: '/groups/$group/integrations', Icon: IconPlug, label: navigation.integrations },
  { to: '/groups/$group/settings', Icon: IconSettings, label: navigation.settings },
];

const adminEntries: readonly Entry[] = [
  { to: '/admin/settings', Icon: IconAdjustments, label: navigation.settings },
  { to: '/admin/users', Icon: IconUsers, label: navigation.users },
  { to: '/admin/tokens', Icon: IconKey, label: navigation.tokens },
  { to: '/admin/deploy-keys', Icon: IconServerBolt, label: navigation.deployKeys },
  { to: '/admin/schedules', Icon: IconCalendarTime, label: navigation.schedules },
  { to: '/admin/appearance', Icon: IconPalette, label: navigation.appearance },
  { to: '/admin/integrations', Icon: IconPlug, label: navigation.integrations },
  { to: '/admin/templates', Icon: IconFileCode, label: navigation.templates },
  { to: '/admin/features', Icon: IconToggleLeft, label: navigation.features },
  { to: '/admin/audit', Icon: IconHistory, label: navigation.audit },
  { to: '/admin/system', Icon: IconActivity, label: navigation.system },
];

const profileEntries: readonly Entry[] = [
  { to: '/profile/account', Icon: IconUser, label: navigation.account },
  { to: '/profile/tokens', Icon: IconKey, label: navigation.tokens },
  { to: '/profile/ssh-keys', Icon: IconTerminal2, label: navigation.sshKeys },
  { to: '/profile/sessions', Icon: IconDevices, label: navigation.sessions },
];

type Params = Readonly<{ project?: string; group?: string }>;
type Counts = Readonly<Partial<Record<string, number>>>;

const iconOf = (Icon: typeof IconUser) => <Icon aria-hidden size={16} />;

const lastName = (path: string) => path.split('/').at(-1) ?? path;
const parentOf = (path: string) => path.split('/').slice(0, -1).join(' / ');

/** The screens of what the current screen belongs to. */
export function useSecondRail(
  section: SectionName | undefined,
  params: Params,
): SecondRail | undefined {
  const { project = '', group = '' } = params;
  const open = useQuery({
    ...queryOf(projects.show, { id: project }),
    enabled: section === 'project',
  });
  const kept = useQuery({
    ...queryOf(issueTrackers.show, { id: project }),
    enabled: section === 'project',
  });
  switch (section) {
    case 'project':
      return {
        ...headOf(project),
        entries: [
          ...linksOf(projectEntries, params, {
            '/projects/$project/merge-requests': open.data?.open_merge_requests_count,
            '/projects/$project/issues': open.data?.open_issues_count,
          }),
          ...linksOut(kept.data?.tracker ?? undefined),
        ],
      };
    case 'group':
      return { ...headOf(group), entries: linksOf(groupEntries, params) };
    case 'admin':
      return {
        title: navigation.admin,
        about: common.product,
        mark: iconOf(IconAdjustments),
        entries: linksOf(adminEntries),
      };
    case 'profile':
      return {
        title: navigation.profile,
        about: '',
        mark: iconOf(IconUser),
        entries: linksOf(profileEntries),
      };
    default:
      return undefined;
  }
}

const headOf = (path: string) => ({
  title: lastName(path),
  about: parentOf(path),
  mark: initials(lastName(path)),
});

function linksOf(entries: readonly Entry[], params: Params = {}, counts: Counts = {}) {
  return entries.map(({ to, Icon, label, exact = false }) => ({
    key: to,
    link: (
      // Safe: an entry's route takes no more than the project or group that its section is about.
      <Link {...({ to, params } as LinkProps)} activeOptions={{ exact, includeSearch: false }}>
        {iconOf(Icon)}
        {label}
        {countOf(counts[to])}
      </Link>
    ),
  }));
}

/** Where the project's issues are kept outside of this server. */
function linksOut(tracker: IssueTracker | undefined) {
  if (tracker === undefined) return [];
  const { title, project_url, new_issue_url } = tracker;
  const links = [
    { to: project_url, label: title },
    ...(new_issue_url === null ? [] : [{ to: new_issue_url, label: navigation.newIssueIn(title) }]),
  ];
  return links.map(({ to, label }) => ({
    key: label,
    link: (
      <a href={to} rel="noopener noreferrer">
        {iconOf(IconExternalLink)}
        {label}
      </a>
    ),
  }));
}

const countOf = (count: number | undefined): ReactNode =>
  count !== undefined && <span className={classes.count}>{count}</span>;
