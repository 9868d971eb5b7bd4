import IconCode from '@tabler/icons-react/icons/IconCode';
import IconFolderOpen from '@tabler/icons-react/icons/IconFolderOpen';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { ButtonLink } from '../../lib/links.tsx';
import { mayInProject } from '../../lib/permissions.ts';
import { EmptyState } from '../../ui/states.tsx';
import { projectWords } from '../../words/projects.ts';
import { repositoryWords } from '../../words/repository.ts';
import { type Project, projectOf } from './queries.ts';

const words = repositoryWords.files;

/** Where there is no code to show the reason stands in its place; `children` shows it. */
export function CodeStates(props: { path: string; children: (project: Project) => ReactNode }) {
  const { path, children } = props;
  const { data: project } = useSuspenseQuery(projectOf(path));
  const user = useCurrentUser();
  if (!mayInProject(user, project, 'read_code')) {
    const { noCode, noCodeHelp } = projectWords.overview;
    return (
      <EmptyState icon={<IconCode aria-hidden size={20} />} title={noCode} isScreen>
        {noCodeHelp}
      </EmptyState>
    );
  }
  if (project.empty_repo) {
    return (
      <EmptyState
        icon={<IconFolderOpen aria-hidden size={20} />}
        title={words.empty}
        isScreen
        action={
          <ButtonLink to="/projects/$project" params={{ project: path }} variant="default">
            {words.toProject}
          </ButtonLink>
        }
      >
        {words.emptyHelp}
      </EmptyState>
    );
  }
  return children(project);
}

/** A path that a branch, tag or commit does not have, or a ref that does not exist. */
export function NotInRef(props: {
  project: string;
  path: string;
  refName: string;
  /** The server's word: whether the ref itself is missing. */
  message: string;
}) {
  const { project, path, refName, message } = props;
  const isRefGone = path === '' || /commit|tree/i.test(message);
  return (
    <EmptyState
      icon={<IconFolderOpen aria-hidden size={20} />}
      title={isRefGone ? words.noRef(refName) : words.notThere(path, refName)}
      action={
        <ButtonLink
          to="/projects/$project/files"
          params={{ project }}
          search={isRefGone ? {} : { ref: refName }}
          variant="default"
        >
          {isRefGone ? words.toDefault : words.toRoot(refName)}
        </ButtonLink>
      }
    >
      {isRefGone ? words.noRefHelp : words.notThereHelp}
    </EmptyState>
  );
}
