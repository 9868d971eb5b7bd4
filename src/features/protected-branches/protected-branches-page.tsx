import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconShield from '@tabler/icons-react/icons/IconShield';
import IconShieldOff from '@tabler/icons-react/icons/IconShieldOff';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { branches } from '#contract/branches.ts';
import { projects } from '#contract/projects.ts';
import { protectedBranches } from '#contract/protected-branches.ts';
import { call, queryOf } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { mayInProject } from '../../lib/permissions.ts';
import type { BulkAction } from '../../table/bulk.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Mono } from '../../ui/marks.tsx';
import { common } from '../../words/common.ts';
import { protectedBranchWords } from '../../words/protected-branches.ts';
import { accessText, levelOf, type ProtectedBranch } from './levels.ts';
import { ProtectionDialog } from './protection-form.tsx';
import { protectedBranchList } from './queries.ts';

const route = getRouteApi('/_auth/projects/$project/settings/protected-branches');
const words = protectedBranchWords.columns;
const helper = columnsOf<ProtectedBranch>();

const columnsFor = (edit: ((rule: ProtectedBranch) => void) | undefined) =>
  helper.columns([
    helper.display({
      id: 'name',
      header: words.name,
      meta: { phone: 'title' },
      cell: ({ row: { original } }) => <Mono>{original.name}</Mono>,
    }),
    helper.display({
      id: 'merge',
      header: words.merge,
      meta: { width: 'l', phone: 'fill' },
      cell: ({ row: { original } }) => accessText(original.merge_access_levels),
    }),
    helper.display({
      id: 'push',
      header: words.push,
      meta: { width: 'l', phone: 'hidden' },
      cell: ({ row: { original } }) => accessText(original.push_access_levels),
    }),
    helper.display({
      id: 'allow_force_push',
      header: words.force,
      meta: { width: 's', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) =>
        original.allow_force_push ? protectedBranchWords.allowed : protectedBranchWords.refused,
    }),
    ...(edit === undefined
      ? []
      : [
          helper.display({
            id: 'actions',
            header: words.actions,
            meta: { width: 's', numeric: true, phone: 'end' },
            cell: ({ row: { original } }) => (
              <Button
                size="xs"
                variant="subtle"
                color="gray"
                aria-label={protectedBranchWords.editLabel(original.name)}
                onClick={() => edit(original)}
              >
                {common.actions.edit}
              </Button>
            ),
          }),
        ]),
  ]);

const actionsFor = (project: string): readonly BulkAction<ProtectedBranch>[] => [
  {
    name: 'remove',
    label: protectedBranchWords.remove,
    icon: <IconShieldOff aria-hidden size={14} />,
    confirm: (rows) => ({
      title: protectedBranchWords.bulk.title(rows.length),
      help: protectedBranchWords.bulk.help,
    }),
    run: ({ name }) => call(protectedBranches.remove, { id: project, name }),
    undo: ({ name, merge_access_levels, push_access_levels, allow_force_push }) =>
      call(protectedBranches.create, {
        id: project,
        name,
        allow_force_push,
        merge_access_level: levelOf(merge_access_levels),
        push_access_level: levelOf(push_access_levels),
      }),
    done: protectedBranchWords.bulk.removed,
    invalidates: [protectedBranches.list, branches.list, branches.show],
  },
];

/** Which branches are protected, and from whom. */
export function ProtectedBranchesPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const user = useCurrentUser();
  const { data: record } = useSuspenseQuery(queryOf(projects.show, { id: project }));
  const mayChange = mayInProject(user, record, 'admin_protected_branch');
  const [edited, setEdited] = useState<ProtectedBranch | 'new'>();
  const columns = useMemo(() => columnsFor(mayChange ? setEdited : undefined), [mayChange]);
  const create = mayChange && (
    <Button
      variant="default"
      leftSection={<IconPlus aria-hidden size={16} />}
      onClick={() => setEdited('new')}
    >
      {protectedBranchWords.create}
    </Button>
  );
  return (
    <>
      <DataList
        list="protected-branches"
        label={protectedBranchWords.label}
        query={protectedBranchList(project, search)}
        columns={columns}
        state={useListState(search)}
        placeholder={protectedBranchWords.searchPlaceholder}
        nameOf={({ name }) => name}
        actions={mayChange ? actionsFor(project) : []}
        lead={create}
        empty={{
          icon: <IconShield aria-hidden size={20} />,
          ...protectedBranchWords.empty,
          action: create,
        }}
      />
      {edited !== undefined && (
        <ProtectionDialog
          project={project}
          rule={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
