import { getRouteApi, Link } from '@tanstack/react-router';
import { ButtonLink } from '../../lib/links.tsx';
import { memberWords } from '../../words/members.ts';
import { MembersPage } from './members-page.tsx';

const projectRoute = getRouteApi('/_auth/projects/$project/members');
const groupRoute = getRouteApi('/_auth/groups/$group/members');

const tabs = [
  { show: undefined, label: memberWords.direct },
  { show: 'all', label: memberWords.all },
];

/** Members of a project. */
export function ProjectMembers() {
  const { project } = projectRoute.useParams();
  const search = projectRoute.useSearch();
  return (
    <MembersPage
      place={{ kind: 'project', id: project }}
      search={search}
      toAll={
        <ButtonLink
          to="/projects/$project/members"
          params={{ project }}
          search={{ show: 'all' }}
          variant="default"
        >
          {memberWords.showAll}
        </ButtonLink>
      }
      tabs={tabs.map(({ show, label }) => (
        <Link
          key={label}
          to="/projects/$project/members"
          params={{ project }}
          search={{ show }}
          aria-current={search.show === show ? 'page' : undefined}
          activeProps={{}}
        >
          {label}
        </Link>
      ))}
    />
  );
}

/** Members of a group. */
export function GroupMembers() {
  const { group } = groupRoute.useParams();
  const search = groupRoute.useSearch();
  return (
    <MembersPage
      place={{ kind: 'group', id: group }}
      search={search}
      toAll={
        <ButtonLink
          to="/groups/$group/members"
          params={{ group }}
          search={{ show: 'all' }}
          variant="default"
        >
          {memberWords.showAll}
        </ButtonLink>
      }
      tabs={tabs.map(({ show, label }) => (
        <Link
          key={label}
          to="/groups/$group/members"
          params={{ group }}
          search={{ show }}
          aria-current={search.show === show ? 'page' : undefined}
          activeProps={{}}
        >
          {label}
        </Link>
      ))}
    />
  );
}
