import IconAdjustments from '@tabler/icons-react/icons/IconAdjustments';
import IconFolders from '@tabler/icons-react/icons/IconFolders';
import IconGitPullRequest from '@tabler/icons-react/icons/IconGitPullRequest';
import IconHelp from '@tabler/icons-react/icons/IconHelp';
import IconHome from '@tabler/icons-react/icons/IconHome';
import IconSteeringWheel from '@tabler/icons-react/icons/IconSteeringWheel';
import IconUsersGroup from '@tabler/icons-react/icons/IconUsersGroup';
import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import { useAppearance } from '../../api/appearance.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { AppShell, type RailEntry } from '../../ui/app-shell.tsx';
import { common } from '../../words/common.ts';
import { shellWords } from '../../words/shell.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { Notices } from './notices.tsx';
import { type Overlay, Overlays } from './overlays.tsx';
import { useSecondRail } from './second-rail.tsx';
import { TopTools } from './top-tools.tsx';

const { navigation } = common;

const iconOf = (Icon: typeof IconHome) => <Icon aria-hidden size={20} />;

function railEntries(mergeRequests: string, isAdmin: boolean): RailEntry[] {
  const entries: RailEntry[] = [
    {
      key: 'home',
      link: (
        <Link to="/" activeOptions={{ exact: true }}>
          {iconOf(IconHome)}
          {navigation.home}
        </Link>
      ),
    },
    {
      key: 'merge-requests',
      link: (
        <Link to="/merge-requests" activeOptions={{ includeSearch: false }}>
          {iconOf(IconGitPullRequest)}
          {mergeRequests}
        </Link>
      ),
    },
    {
      key: 'projects',
      link: (
        <Link to="/projects" activeOptions={{ includeSearch: false }}>
          {iconOf(IconFolders)}
          {navigation.projects}
        </Link>
      ),
    },
    {
      key: 'groups',
      link: (
        <Link to="/groups" activeOptions={{ includeSearch: false }}>
          {iconOf(IconUsersGroup)}
          {navigation.groups}
        </Link>
      ),
    },
  ];
  if (isAdmin) {
    entries.push({
      key: 'admin',
      link: (
        <Link to="/admin" activeOptions={{ includeSearch: false }}>
          {iconOf(IconAdjustments)}
          {navigation.admin}
        </Link>
      ),
    });
  }
  return entries;
}

/** Leads home; it carries the instance's logo where it has one. */
function HomeButton() {
  const logo = useAppearance()?.header_logo;
  return (
    <Link to="/" aria-label={navigation.start}>
      {logo ? <img src={logo} alt="" /> : iconOf(IconSteeringWheel)}
    </Link>
  );
}

/** The frame around every screen of whoever is signed in. */
export function Frame() {
  const user = useCurrentUser();
  const [overlay, setOverlay] = useState<Overlay>();
  const place = useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      const params: { project?: string; group?: string } = last?.params ?? {};
      const place = matches.findLast((match) => match.staticData.section);
      return {
        // What could not be loaded, because it is not there or not to be seen, has no screens.
        section: place?.status === 'error' ? undefined : place?.staticData.section,
        isFolded: matches.some((match) => match.staticData.folded),
        project: params.project,
        group: params.group,
      };
    },
    structuralSharing: true,
  });
  const second = useSecondRail(place.section, {
    ...(place.project !== undefined && { project: place.project }),
    ...(place.group !== undefined && { group: place.group }),
  });
  const isAdmin = user.is_admin === true;
  return (
    <AppShell
      home={<HomeButton />}
      entries={[
        ...railEntries(navigation.mergeRequests, isAdmin),
        {
          key: 'help',
          atEnd: true,
          link: (
            <button type="button" onClick={() => setOverlay('help')}>
              {iconOf(IconHelp)}
              {shellWords.help.entry}
            </button>
          ),
        },
      ]}
      bottomEntries={railEntries(navigation.mergeRequestsShort, isAdmin)}
      second={second}
      isFolded={place.isFolded}
      breadcrumb={<Breadcrumb />}
      tools={<TopTools onOpen={setOverlay} />}
    >
      <Notices />
      <Outlet />
      <Overlays open={overlay} onOpen={setOverlay} />
    </AppShell>
  );
}
