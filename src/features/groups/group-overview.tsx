import IconFolderPlus from '@tabler/icons-react/icons/IconFolderPlus';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { ownRole } from '../../api/places.ts';
import { ButtonLink } from '../../lib/links.tsx';
import { mayInGroup } from '../../lib/permissions.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Mono } from '../../ui/marks.tsx';
import { Card, Columns, Content, Count, Facts, Page, Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Badge } from '../../ui/state-badge.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { groupWords } from '../../words/groups.ts';
import { ActivityPart } from './activity-part.tsx';
import { groupColumns, groupProjectColumns } from './columns.tsx';
import { groupShown, projectsOf, subgroupsOf } from './queries.ts';

const route = getRouteApi('/_auth/groups/$group/');

/** What a group holds. The children are what its owners should know, above all else. */
export function GroupOverview({ children }: { children?: ReactNode }) {
  const { group: path } = route.useParams();
  const user = useCurrentUser();
  const { data: group } = useSuspenseQuery(groupShown(path));
  const { data: projects } = useSuspenseQuery(projectsOf(path));
  const { data: subgroups } = useSuspenseQuery(subgroupsOf(path));
  const { data: members } = useSuspenseQuery(ownRole({ kind: 'group', id: path }, user.username));
  const role = members.rows.find(({ id }) => id === user.id)?.access_level ?? 0;
  const mayCreate = mayInGroup(user, role, 'create_project');
  return (
    <Page
      title={group.name}
      badge={
        group.marked_for_deletion_on !== null && <Badge tone="warning">{groupWords.marked}</Badge>
      }
      about={group.description || undefined}
      actions={
        <>
          {mayInGroup(user, role, 'create_subgroup') && (
            <ButtonLink to="/groups/new" search={{ parent: path }} variant="default">
              {groupWords.createSubgroup}
            </ButtonLink>
          )}
          {mayCreate && (
            <ButtonLink
              to="/projects/new"
              search={{ group: path }}
              leftSection={<IconPlus aria-hidden size={16} />}
            >
              {groupWords.createProject}
            </ButtonLink>
          )}
        </>
      }
    >
      <Content>
        <Columns>
          <div>
            {children}
            <ActivityPart group={path} />
            <Section
              title={
                <>
                  {groupWords.projects} <Count>{projects.total ?? projects.rows.length}</Count>
                </>
              }
            >
              <Card>
                <DataTable
                  testId="group-projects"
                  label={groupWords.projects}
                  columns={groupProjectColumns}
                  rows={projects.rows}
                  inset
                  empty={
                    <EmptyState
                      icon={<IconFolderPlus aria-hidden size={20} />}
                      title={groupWords.noProjects}
                    >
                      {groupWords.noProjectsHelp}
                    </EmptyState>
                  }
                />
              </Card>
            </Section>
            {subgroups.rows.length > 0 && (
              <Section
                title={
                  <>
                    {groupWords.subgroups} <Count>{subgroups.total ?? subgroups.rows.length}</Count>
                  </>
                }
              >
                <Card>
                  <DataTable
                    testId="subgroups"
                    label={groupWords.subgroups}
                    columns={groupColumns}
                    rows={subgroups.rows}
                    inset
                    empty={null}
                  />
                </Card>
              </Section>
            )}
          </div>
          <aside>
            <Section title={groupWords.about}>
              <Facts
                rows={[
                  [groupWords.facts.path, <Mono key="path">{group.full_path}</Mono>],
                  [groupWords.facts.visibility, common.visibility[group.visibility]],
                  [groupWords.facts.created, <RelativeTime key="at" at={group.created_at} />],
                ]}
              />
            </Section>
          </aside>
        </Columns>
      </Content>
    </Page>
  );
}
