import { useNavigate } from '@tanstack/react-router';
import { projects } from '#contract/projects.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { PathForm } from '../../form/path-form.tsx';
import { mayInProject } from '../../lib/permissions.ts';
import { ActionSection } from '../../ui/action-section.tsx';
import { Content, Narrow } from '../../ui/page.tsx';
import { projectSettingsWords as words } from '../../words/project-settings.ts';
import { ProjectDeletion } from './deletion.tsx';
import { type Project, touchedByProject, useSettledProject } from './settings-form.tsx';
import { TransferProject } from './transfer-project.tsx';

/** What changes more than one setting: the path, the archive, the end. */
export function AdvancedSettings() {
  const { project } = useSettledProject();
  const user = useCurrentUser();
  const owns = mayInProject(user, project, 'archive_project');
  const blocked = owns ? undefined : words.onlyOwners;
  return (
    <Content>
      <Narrow>
        {mayInProject(user, project, 'admin_project') && (
          <PathSection key={project.path_with_namespace} project={project} />
        )}
        <TransferProject
          key={`transfer ${project.path_with_namespace}`}
          project={project}
          blocked={mayInProject(user, project, 'transfer_project') ? undefined : words.onlyOwners}
        />
        {project.archived ? (
          <Unarchive project={project} blocked={blocked} />
        ) : (
          <Archive project={project} blocked={blocked} />
        )}
        <ProjectDeletion key={project.marked_for_deletion_on} project={project} blocked={blocked} />
      </Narrow>
    </Content>
  );
}

interface Props {
  readonly project: Project;
  readonly blocked: string | undefined;
}

const pathBody = projects.update.body.pick({ path: true });

function PathSection({ project }: { project: Project }) {
  const navigate = useNavigate();
  const update = useCommand(projects.update, {
    invalidates: touchedByProject,
    done: ({ path_with_namespace: path }) => words.path.done(path),
  });
  const id = String(project.id);
  return (
    <PathForm
      body={pathBody}
      path={project.path}
      words={words.path}
      request={(typed) => ({ endpoint: projects.update, input: { id, ...typed } })}
      onSubmit={async (typed) => {
        const { path_with_namespace: path } = await update.mutateAsync({ id, ...typed });
        await navigate({
          to: '/projects/$project/settings/advanced',
          params: { project: path },
          replace: true,
        });
      }}
    />
  );
}

function Archive({ project, blocked }: Props) {
  const archive = useCommand(projects.archive, {
    invalidates: touchedByProject,
    done: words.archive.done(project.name),
  });
  return (
    <ActionSection
      testId="archive"
      title={words.archive.title}
      help={words.archive.help}
      action={words.archive.action}
      blocked={blocked}
      ask={{ title: words.archive.ask(project.name), help: words.archive.askHelp }}
      run={() => archive.mutateAsync({ id: String(project.id) })}
    />
  );
}

function Unarchive({ project, blocked }: Props) {
  const unarchive = useCommand(projects.unarchive, {
    invalidates: touchedByProject,
    done: words.unarchive.done(project.name),
  });
  return (
    <ActionSection
      testId="unarchive"
      title={words.unarchive.title}
      help={words.unarchive.help}
      action={words.unarchive.action}
      blocked={blocked}
      run={() => unarchive.mutateAsync({ id: String(project.id) })}
    />
  );
}
