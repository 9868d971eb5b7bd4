import IconBook2 from '@tabler/icons-react/icons/IconBook2';
import IconLock from '@tabler/icons-react/icons/IconLock';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { projects } from '#contract/projects.ts';
import type { wikiScreens } from '#contract/wikis.ts';
import { queryOf } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { ButtonLink } from '../../lib/links.tsx';
import { mayInProject, roleIn } from '../../lib/permissions.ts';
import { EmptyState, ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { wikiWords as words } from '../../words/wikis.ts';
import { overviewOf } from './queries.ts';

export type Overview = ResponseOf<typeof wikiScreens.overview>;

/** A screen of a wiki, where the project has one for whoever looks. */
export function WikiStates(props: { path: string; children: (overview: Overview) => ReactNode }) {
  const { path, children } = props;
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(queryOf(projects.show, { id: path }));
  const { data, error, refetch } = useQuery(overviewOf(path));
  if (project.wiki_access_level === 'disabled') return <WikiOff path={path} />;
  if (data !== undefined) return <>{children(data)}</>;
  if (error === null) return <RowsSkeleton />;
  const isStranger = user.is_admin !== true && roleIn(project) === 0;
  if (project.wiki_access_level === 'private' && isStranger) {
    return (
      <EmptyState isScreen icon={<IconLock aria-hidden size={20} />} title={words.closed.title}>
        {words.closed.help}
      </EmptyState>
    );
  }
  return <ErrorState error={error} retry={() => void refetch()} isScreen />;
}

function WikiOff({ path }: { path: string }) {
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(queryOf(projects.show, { id: path }));
  const maySet = mayInProject(user, project, 'admin_project');
  return (
    <EmptyState
      isScreen
      icon={<IconBook2 aria-hidden size={20} />}
      title={words.off.title}
      action={
        maySet && (
          <ButtonLink to="/projects/$project/settings" params={{ project: path }} variant="default">
            {words.off.settings}
          </ButtonLink>
        )
      }
    >
      {words.off.help}
    </EmptyState>
  );
}
