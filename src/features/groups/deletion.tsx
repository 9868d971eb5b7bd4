import { useNavigate } from '@tanstack/react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import { groups } from '#contract/groups.ts';
import { projects } from '#contract/projects.ts';
import { useCommand } from '../../api/client.ts';
import { useDaysKept } from '../../api/days-kept.ts';
import { formatDay } from '../../lib/format.ts';
import { ActionSection } from '../../ui/action-section.tsx';
import { groupSettingsWords as words } from '../../words/group-settings.ts';
import { touchedByGroup } from './queries.ts';

interface Props {
  readonly group: ResponseOf<typeof groups.show>;
}

/** Marks the group for deletion; once it is marked, keeps it or deletes it at once. */
export function GroupDeletion(props: Props) {
  const day = props.group.marked_for_deletion_on;
  if (day === null) return <Mark {...props} />;
  return (
    <>
      <Restore {...props} day={day} />
      <RemoveNow {...props} />
    </>
  );
}

function Mark({ group }: Props) {
  const days = useDaysKept();
  const path = group.full_path;
  const remove = useCommand(groups.remove, {
    invalidates: touchedByGroup,
    done: words.remove.done(path),
  });
  return (
    <ActionSection
      title={words.remove.title}
      help={words.remove.help(days)}
      action={words.remove.action}
      isDangerous
      ask={{
        title: words.remove.ask(path),
        help: words.remove.help(days),
        typed: { name: path, label: words.remove.typed(path) },
      }}
      run={() => remove.mutateAsync({ id: String(group.id) })}
    />
  );
}

function Restore({ group, day }: Props & { readonly day: string }) {
  const restore = useCommand(groups.restore, {
    invalidates: touchedByGroup,
    done: words.restore.done(group.full_path),
  });
  return (
    <ActionSection
      title={words.restore.title}
      help={words.restore.help(formatDay(day))}
      action={words.restore.action}
      run={() => restore.mutateAsync({ id: String(group.id) })}
    />
  );
}

function RemoveNow({ group }: Props) {
  const navigate = useNavigate();
  const path = group.full_path;
  const remove = useCommand(groups.remove, {
    invalidates: [groups.list, groups.subgroups, projects.list],
    done: words.removeNow.done(path),
  });
  return (
    <ActionSection
      title={words.removeNow.title}
      help={words.removeNow.help}
      action={words.removeNow.action}
      isDangerous
      ask={{
        title: words.removeNow.ask(path),
        help: words.removeNow.help,
        typed: { name: path, label: words.removeNow.typed(path) },
      }}
      run={async () => {
        const id = String(group.id);
        await remove.mutateAsync({ id, permanently_remove: true, full_path: path });
        await navigate({ to: '/groups' });
      }}
    />
  );
}
