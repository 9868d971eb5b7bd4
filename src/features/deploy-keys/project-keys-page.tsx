import { Button } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconServerBolt from '@tabler/icons-react/icons/IconServerBolt';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type DeployKeyOnScreen, deployKeyScreens, deployKeys } from '#contract/deploy-keys.ts';
import { projects } from '#contract/projects.ts';
import { call, queryOf } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useSshState } from '../../api/ssh-state.ts';
import { mayInProject } from '../../lib/permissions.ts';
import type { BulkAction } from '../../table/bulk.ts';
import { DataList } from '../../table/data-list.tsx';
import type { Filter } from '../../table/filter-bar.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { aboutKeys, deployKeyWords as words } from '../../words/deploy-keys.ts';
import { projectColumns } from './columns.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { deployKeyList } from './queries.ts';

const route = getRouteApi('/_auth/projects/$project/deploy-keys');

const filters: readonly Filter[] = [
  {
    name: 'scope',
    label: words.filters.scope,
    choices: [{ value: 'available', label: words.filters.available }],
  },
];

const actionsFor = (project: string): readonly BulkAction<DeployKeyOnScreen>[] => [
  {
    name: 'enable',
    label: words.enable,
    icon: <IconCircleCheck aria-hidden size={14} />,
    fits: ({ enabled }) => !enabled,
    run: ({ id }) => call(deployKeys.enable, { id: project, key_id: id }),
    undo: ({ id }) => call(deployKeys.remove, { id: project, key_id: id }),
    done: words.bulk.enabled,
    invalidates: [deployKeyScreens.list, deployKeyScreens.inventory],
  },
  {
    name: 'remove',
    label: words.remove,
    icon: <IconTrash aria-hidden size={14} />,
    fits: ({ enabled }) => enabled,
    confirm: (rows) => ({ title: words.bulk.title(rows.length), help: words.bulk.help }),
    run: ({ id }) => call(deployKeys.remove, { id: project, key_id: id }),
    done: words.bulk.removed,
    invalidates: [deployKeyScreens.list, deployKeyScreens.inventory],
  },
];

/** Deploy keys of a project, and those of other places that it could enable. */
export function ProjectKeysPage() {
  const { project: path } = route.useParams();
  const search = route.useSearch();
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(queryOf(projects.show, { id: path }));
  const mayChange = mayInProject(user, project, 'admin_deploy_key');
  const [isAdding, setIsAdding] = useState(false);
  const columns = useMemo(
    () => projectColumns(path, user.id, mayChange),
    [path, user.id, mayChange],
  );
  const create = (variant: 'filled' | 'default') =>
    mayChange && (
      <Button
        variant={variant}
        leftSection={<IconPlus aria-hidden size={16} />}
        onClick={() => setIsAdding(true)}
      >
        {words.create}
      </Button>
    );
  return (
    <Page
      title={words.title}
      about={aboutKeys(words.about, useSshState())}
      actions={create('filled')}
    >
      <DataList
        list="project-deploy-keys"
        label={words.title}
        query={deployKeyList(path, search)}
        columns={columns}
        state={useListState(search)}
        placeholder={words.searchPlaceholder}
        filters={filters}
        nameOf={({ title }) => title}
        actions={mayChange ? actionsFor(path) : []}
        empty={{
          icon: <IconServerBolt aria-hidden size={20} />,
          ...words.empty,
          action: create('default'),
        }}
      />
      {isAdding && <KeyDialog project={path} onClose={() => setIsAdding(false)} />}
    </Page>
  );
}
