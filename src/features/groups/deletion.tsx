import { useNavigate } from '@tanstack/react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import { groups } from '#contract/groups.ts';
import { projects } from '#contract/projects.ts';
import { useCommand } from '../../api/client.ts';
import { groupSettingsWords as words } from '../../words/group-settings.ts';
import { DeletionSections } from '../../ui/deletion-sections.tsx';
import { touchedByGroup } from './queries.ts';

/** Marks the group for deletion; once it is marked, keeps it or deletes it at once. */
export function GroupDeletion({ group }: { group: ResponseOf<typeof groups.show> }) {
  const navigate = useNavigate();
  const path = group.full_path;
  const id = String(group.id);
  const mark = useCommand(groups.remove, {
    invalidates: touchedByGroup,
    done: words.remove.done(path),
  });
  const restore = useCommand(groups.restore, {
    invalidates: touchedByGroup,
    done: words.restore.done(path),
  });
  const remove = useCommand(groups.remove, {
    invalidates: [groups.list, groups.subgroups, projects.list],
    done: words.removeNow.done(path),
  });
  return (
    <DeletionSections
      path={path}
      markedOn={group.marked_for_deletion_on}
      words={words}
      mark={() => mark.mutateAsync({ id })}
      restore={() => restore.mutateAsync({ id })}
      removeNow={async () => {
        await remove.mutateAsync({ id, permanently_remove: true, full_path: path });
        await navigate({ to: '/groups' });
      }}
    />
  );
}
