import { Button } from '@mantine/core';
import IconBolt from '@tabler/icons-react/icons/IconBolt';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type PipelineTrigger, pipelineTriggers } from '#contract/pipeline-triggers.ts';
import { call } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { mayInProject } from '../../lib/permissions.ts';
import type { BulkAction } from '../../table/bulk.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { triggerWords } from '../../words/pipeline-triggers.ts';
import { triggerColumns } from './columns.tsx';
import { NewTriggerDialog } from './new-trigger.tsx';
import { nameOf, projectOf, triggerList } from './queries.ts';
import { RotateTriggerDialog } from './rotate-trigger.tsx';
import type { Wanted } from './trigger-actions.tsx';
import { EditTriggerDialog } from './trigger-form.tsx';
import { TriggerPanel } from './trigger-panel.tsx';

const route = getRouteApi('/_auth/projects/$project/triggers');

const actionsFor = (project: string): readonly BulkAction<PipelineTrigger>[] => [
  {
    name: 'revoke',
    label: triggerWords.revoke,
    icon: <IconTrash aria-hidden size={14} />,
    confirm: (rows) => ({
      title: triggerWords.bulk.title(rows.length),
      help: triggerWords.bulk.help,
    }),
    run: ({ id }) => call(pipelineTriggers.remove, { id: project, trigger_id: id }),
    done: triggerWords.bulk.revoked,
    invalidates: [pipelineTriggers.list],
  },
];

/** Trigger tokens of a project; beside them how a pipeline is started with one. */
export function TriggersPage() {
  const { project: path } = route.useParams();
  const search = route.useSearch();
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(projectOf(path));
  const mayChange = mayInProject(user, project, 'admin_trigger');
  const [wanted, setWanted] = useState<Wanted>();
  const columns = useMemo(() => triggerColumns(user.id), [user.id]);
  const close = () => setWanted(undefined);
  const begin = () => setWanted({ kind: 'new' });
  const create = (variant: 'filled' | 'default') =>
    mayChange && (
      <Button variant={variant} leftSection={<IconPlus aria-hidden size={16} />} onClick={begin}>
        {triggerWords.create}
      </Button>
    );
  return (
    <Page title={triggerWords.title} about={triggerWords.about} actions={create('filled')}>
      <DataList
        list="project-triggers"
        label={triggerWords.title}
        query={triggerList(path, search)}
        columns={columns}
        state={useListState(search)}
        nameOf={nameOf}
        actions={mayChange ? actionsFor(path) : []}
        panel={(trigger) => (
          <TriggerPanel
            key={trigger.id}
            path={path}
            trigger={trigger}
            onWant={mayChange ? setWanted : undefined}
          />
        )}
        empty={{
          icon: <IconBolt aria-hidden size={20} />,
          ...triggerWords.empty,
          action: create('default'),
        }}
      />
      {wanted?.kind === 'new' && <NewTriggerDialog project={path} onClose={close} />}
      {wanted?.kind === 'rotate' && (
        <RotateTriggerDialog project={path} trigger={wanted.trigger} onClose={close} />
      )}
      {wanted?.kind === 'edit' && (
        <EditTriggerDialog project={path} trigger={wanted.trigger} onClose={close} />
      )}
    </Page>
  );
}
