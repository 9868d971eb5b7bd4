import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconShieldCheck from '@tabler/icons-react/icons/IconShieldCheck';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ExternalControl } from '#contract/external-controls.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { mayInProject } from '../../lib/permissions.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { controlWords } from '../../words/external-controls.ts';
import { controlColumns } from './columns.tsx';
import { ControlDialog } from './control-form.tsx';
import { ControlPanel } from './control-panel.tsx';
import { controlList, nameOf, projectOf } from './queries.ts';

const route = getRouteApi('/_auth/projects/$project/controls');

/** External controls of a project; beside them history, signing and the checker of one. */
export function ControlsPage() {
  const { project: path } = route.useParams();
  const search = route.useSearch();
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(projectOf(path));
  const [wanted, setWanted] = useState<'new' | ExternalControl>();
  const mayManage = mayInProject(user, project, 'admin_external_control');
  const create = (variant: 'filled' | 'default') =>
    mayManage && (
      <Button
        variant={variant}
        leftSection={<IconPlus aria-hidden size={16} />}
        onClick={() => setWanted('new')}
      >
        {controlWords.create}
      </Button>
    );
  return (
    <Page title={controlWords.title} about={controlWords.about} actions={create('filled')}>
      <DataList
        list="project-controls"
        label={controlWords.title}
        query={controlList(path, search)}
        columns={controlColumns}
        state={useListState(search)}
        nameOf={nameOf}
        panel={(control) => (
          <ControlPanel
            key={control.id}
            path={path}
            project={project}
            control={control}
            onEdit={setWanted}
          />
        )}
        empty={{
          icon: <IconShieldCheck aria-hidden size={20} />,
          ...controlWords.empty,
          action: create('default'),
        }}
      />
      {wanted !== undefined && (
        <ControlDialog
          project={path}
          {...(wanted !== 'new' && { control: wanted })}
          onClose={() => setWanted(undefined)}
        />
      )}
    </Page>
  );
}
