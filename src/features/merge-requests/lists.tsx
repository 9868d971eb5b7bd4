import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCurrentUser } from '../../api/current-user.ts';
import { ButtonLink } from '../../lib/links.tsx';
import { mayInProject } from '../../lib/permissions.ts';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { MergeRequestsPage } from './merge-requests-page.tsx';
import { type ListStateName, listStates } from './list-queries.ts';
import { projectOf } from './queries.ts';

const allRoute = getRouteApi('/_auth/merge-requests');
const groupRoute = getRouteApi('/_auth/groups/$group/merge-requests');
const projectRoute = getRouteApi('/_auth/projects/$project/merge-requests/');

// The first tab is what the URL without a state shows.
const stateOf = (name: ListStateName) => (name === 'opened' ? undefined : name);

/** Over all projects. */
export function AllMergeRequests() {
  const search = allRoute.useSearch();
  return (
    <MergeRequestsPage
      search={search}
      tabs={listStates.map((name) => (
        <Link
          key={name}
          to="/merge-requests"
          search={{ ...search, page: undefined, state: stateOf(name) }}
          aria-current={search.state === stateOf(name) ? 'page' : undefined}
          activeProps={{}}
        >
          {mergeRequestWords.states[name]}
        </Link>
      ))}
    />
  );
}

/** Of a group and all below it. */
export function GroupMergeRequests() {
  const { group } = groupRoute.useParams();
  const search = groupRoute.useSearch();
  return (
    <MergeRequestsPage
      group={group}
      search={search}
      tabs={listStates.map((name) => (
        <Link
          key={name}
          to="/groups/$group/merge-requests"
          params={{ group }}
          search={{ ...search, page: undefined, state: stateOf(name) }}
          aria-current={search.state === stateOf(name) ? 'page' : undefined}
          activeProps={{}}
        >
          {mergeRequestWords.states[name]}
        </Link>
      ))}
    />
  );
}

/** Of one project. */
export function ProjectMergeRequests() {
  const { project: path } = projectRoute.useParams();
  const search = projectRoute.useSearch();
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(projectOf(path));
  const mayCreate = mayInProject(user, project, 'create_merge_request') && !project.empty_repo;
  return (
    <MergeRequestsPage
      project={path}
      search={search}
      tabs={listStates.map((name) => (
        <Link
          key={name}
          to="/projects/$project/merge-requests"
          params={{ project: path }}
          search={{ ...search, page: undefined, state: stateOf(name) }}
          aria-current={search.state === stateOf(name) ? 'page' : undefined}
          activeProps={{}}
        >
          {mergeRequestWords.states[name]}
        </Link>
      ))}
      action={
        mayCreate && (
          <ButtonLink
            to="/projects/$project/merge-requests/new"
            params={{ project: path }}
            leftSection={<IconPlus aria-hidden size={16} />}
          >
            {mergeRequestWords.create}
          </ButtonLink>
        )
      }
    />
  );
}
