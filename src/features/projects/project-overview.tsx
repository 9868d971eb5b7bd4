import IconCode from '@tabler/icons-react/icons/IconCode';
import IconGitPullRequest from '@tabler/icons-react/icons/IconGitPullRequest';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { ButtonLink, TextLink } from '../../lib/links.tsx';
import { mayInProject } from '../../lib/permissions.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { Mono } from '../../ui/marks.tsx';
import { Columns, Content, Facts, Page, Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Badge } from '../../ui/state-badge.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { projectWords } from '../../words/projects.ts';
import { EmptyRepository } from './empty-repository.tsx';
import classes from './projects.module.css';
import { projectShown } from './queries.ts';
import { RepositoryActivity } from './repository-activity.tsx';

const route = getRouteApi('/_auth/projects/$project/');
const words = projectWords.overview;

/** What a project is, how to clone it, and what happened last. `readme` comes before it. */
export function ProjectOverview({ readme }: { readme: ReactNode }) {
  const { project: path } = route.useParams();
  const { data: project } = useSuspenseQuery(projectShown(path));
  const user = useCurrentUser();
  const mayRead = mayInProject(user, project, 'read_code');
  const mayPropose = mayInProject(user, project, 'create_merge_request');
  const branch = project.default_branch ?? 'main';
  return (
    <Page
      title={project.name}
      badge={<StateOf project={project} />}
      about={project.description || undefined}
      actions={
        mayPropose &&
        !project.empty_repo && (
          <ButtonLink
            to="/projects/$project/merge-requests/new"
            params={{ project: path }}
            leftSection={<IconGitPullRequest aria-hidden size={16} />}
          >
            {words.newMergeRequest}
          </ButtonLink>
        )
      }
    >
      <Content>
        <Columns>
          <div>
            {readme}
            {project.empty_repo && <EmptyRepository project={project} branch={branch} />}
            {!project.empty_repo && mayRead && <RepositoryActivity path={path} />}
            {!mayRead && (
              <EmptyState icon={<IconCode aria-hidden size={20} />} title={words.noCode}>
                {words.noCodeHelp}
              </EmptyState>
            )}
          </div>
          <aside>
            <Section title={words.clone}>
              <CopyLine value={project.http_url_to_repo} label={words.cloneLabel} />
              {project.ssh_url_to_repo !== '' && (
                <CopyLine value={project.ssh_url_to_repo} label={words.cloneSshLabel} />
              )}
              <p className={classes.hint}>
                {words.cloneHelp}{' '}
                <TextLink to="/profile/tokens/new" underline="always">
                  {words.makeToken}
                </TextLink>
              </p>
            </Section>
            <Section title={words.about}>
              <Facts
                rows={[
                  [words.facts.visibility, common.visibility[project.visibility]],
                  [
                    words.facts.branch,
                    project.default_branch ? <Mono>{branch}</Mono> : common.time.none,
                  ],
                  [words.facts.activity, <RelativeTime key="a" at={project.last_activity_at} />],
                  [words.facts.created, <RelativeTime key="c" at={project.created_at} />],
                  [words.facts.open, project.open_merge_requests_count],
                  [words.facts.method, words.methods[project.merge_method]],
                ]}
              />
            </Section>
          </aside>
        </Columns>
      </Content>
    </Page>
  );
}

/** What keeps a project from being used as any other. */
function StateOf({
  project,
}: {
  project: { archived: boolean; marked_for_deletion_on: string | null };
}) {
  if (project.marked_for_deletion_on !== null) {
    return <Badge tone="warning">{projectWords.marked}</Badge>;
  }
  return project.archived ? <Badge tone="warning">{projectWords.archived}</Badge> : null;
}
