import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { ButtonLink, TextLink } from '../../lib/links.tsx';
import { Card, Columns, Content, Page, Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { homeWords } from '../../words/home.ts';
import classes from './home.module.css';
import { ownProjects } from './queries.ts';

/** Whose turn it is, and where one works. The children are the blocks of the left column. */
export function HomePage({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  const { data: projects } = useSuspenseQuery(ownProjects);
  return (
    <Page
      title={homeWords.greeting(user.name)}
      actions={
        <ButtonLink to="/projects/new" leftSection={<IconPlus aria-hidden size={16} />}>
          {homeWords.createProject}
        </ButtonLink>
      }
    >
      <Content>
        <Columns>
          <div>{children}</div>
          <aside>
            <Section
              title={homeWords.projects}
              action={<TextLink to="/projects">{homeWords.browse}</TextLink>}
            >
              <Card>
                {projects.rows.length === 0 ? (
                  <p className={classes.none}>{homeWords.noProjects}</p>
                ) : (
                  <ul className={classes.projects}>
                    {projects.rows.map((project) => (
                      <li key={project.id}>
                        <TextLink
                          to="/projects/$project"
                          params={{ project: project.path_with_namespace }}
                        >
                          {project.path_with_namespace}
                        </TextLink>
                        <RelativeTime at={project.last_activity_at} />
                      </li>
                    ))}
                  </ul>
                )}
              </Card>
            </Section>
          </aside>
        </Columns>
      </Content>
    </Page>
  );
}
