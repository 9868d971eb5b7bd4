import { useNavigate } from '@tanstack/react-router';
import { projects } from '#contract/projects.ts';
import { useCommand } from '../../api/client.ts';
import { projectSettingsWords as words } from '../../words/project-settings.ts';
import { DeletionSections } from '../../ui/deletion-sections.tsx';
import { type Project, touchedByProject } from './settings-form.tsx';

/** Marks the project for deletion; once it is marked, keeps it or deletes it at once. */
export function ProjectDeletion(props: { project: Project; blocked: string | undefined }) {
  const { project, blocked } = props;
  const navigate = useNavigate();
  const path = project.path_with_namespace;
  const id = String(project.id);
  const mark = useCommand(projects.remove, {
    invalidates: touchedByProject,
    done: words.remove.done(path),
  });
  const restore = useCommand(projects.restore, {
    invalidates: touchedByProject,
    done: words.restore.done(path),
  });
  const remove = useCommand(projects.remove, {
    invalidates: [projects.list, projects.listOfGroup],
    done: words.removeNow.done(path),
  });
  return (
    <DeletionSections
      path={path}
      markedOn={project.marked_for_deletion_on}
      blocked={blocked}
      words={words}
      mark={() => mark.mutateAsync({ id })}
      restore={() => restore.mutateAsync({ id })}
      removeNow={async () => {
        await remove.mutateAsync({ id, permanently_remove: true, full_path: path });
        await navigate({ to: '/projects' });
      }}
    />
  );
}
