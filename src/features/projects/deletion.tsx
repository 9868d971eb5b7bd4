import { useNavigate } from '@tanstack/react-router';
import { projects } from '#contract/projects.ts';
import { useCommand } from '../../api/client.ts';
import { useDaysKept } from '../../api/days-kept.ts';
import { formatDay } from '../../lib/format.ts';
import { ActionSection } from '../../ui/action-section.tsx';
import { projectSettingsWords as words } from '../../words/project-settings.ts';
import { type Project, touchedByProject } from './settings-form.tsx';

interface Props {
  readonly project: Project;
  readonly blocked: string | undefined;
}

/** Marks the project for deletion; once it is marked, keeps it or deletes it at once. */
export function ProjectDeletion(props: Props) {
  const day = props.project.marked_for_deletion_on;
  if (day === null) return <Mark {...props} />;
  return (
    <>
      <Restore {...props} day={day} />
      <RemoveNow {...props} />
    </>
  );
}

function Mark({ project, blocked }: Props) {
  const days = useDaysKept();
  const path = project.path_with_namespace;
  const remove = useCommand(projects.remove, {
    invalidates: touchedByProject,
    done: words.remove.done(path),
  });
  return (
    <ActionSection
      title={words.remove.title}
      help={words.remove.help(days)}
      action={words.remove.action}
      isDangerous
      blocked={blocked}
      ask={{
        title: words.remove.ask(path),
        help: words.remove.help(days),
        typed: { name: path, label: words.remove.typed(path) },
      }}
      run={() => remove.mutateAsync({ id: String(project.id) })}
    />
  );
}

function Restore({ project, blocked, day }: Props & { readonly day: string }) {
  const restore = useCommand(projects.restore, {
    invalidates: touchedByProject,
    done: words.restore.done(project.path_with_namespace),
  });
  return (
    <ActionSection
      title={words.restore.title}
      help={words.restore.help(formatDay(day))}
      action={words.restore.action}
      blocked={blocked}
      run={() => restore.mutateAsync({ id: String(project.id) })}
    />
  );
}

function RemoveNow({ project, blocked }: Props) {
  const navigate = useNavigate();
  const path = project.path_with_namespace;
  const remove = useCommand(projects.remove, {
    invalidates: [projects.list, projects.listOfGroup],
    done: words.removeNow.done(path),
  });
  return (
    <ActionSection
      title={words.removeNow.title}
      help={words.removeNow.help}
      action={words.removeNow.action}
      isDangerous
      blocked={blocked}
      ask={{
        title: words.removeNow.ask(path),
        help: words.removeNow.help,
        typed: { name: path, label: words.removeNow.typed(path) },
      }}
      run={async () => {
        const id = String(project.id);
        await remove.mutateAsync({ id, permanently_remove: true, full_path: path });
        await navigate({ to: '/projects' });
      }}
    />
  );
}
