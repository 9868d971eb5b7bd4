import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import { groups } from '#contract/groups.ts';
import { useCommand } from '../../api/client.ts';
import { PathForm } from '../../form/path-form.tsx';
import { Content, Narrow } from '../../ui/page.tsx';
import { groupSettingsWords as words } from '../../words/group-settings.ts';
import { GroupDeletion } from './deletion.tsx';
import { groupShown, touchedByGroup } from './queries.ts';
import { TransferGroup } from './transfer-group.tsx';

const route = getRouteApi('/_auth/groups/$group/settings/advanced');

type Group = ResponseOf<typeof groups.show>;

/** The path of the group, and its end. */
export function GroupAdvancedSettings() {
  const { group: path } = route.useParams();
  const { data: group } = useSuspenseQuery(groupShown(path));
  return (
    <Content>
      <Narrow>
        <PathSection key={group.full_path} group={group} />
        <TransferGroup key={`transfer ${group.full_path}`} group={group} />
        <GroupDeletion key={group.marked_for_deletion_on} group={group} />
      </Narrow>
    </Content>
  );
}

const pathBody = groups.update.body.pick({ path: true });

function PathSection({ group }: { group: Group }) {
  const navigate = useNavigate();
  const update = useCommand(groups.update, {
    invalidates: touchedByGroup,
    done: ({ full_path: path }) => words.path.done(path),
  });
  const id = String(group.id);
  return (
    <PathForm
      body={pathBody}
      path={group.path}
      words={words.path}
      request={(typed) => ({ endpoint: groups.update, input: { id, ...typed } })}
      onSubmit={async (typed) => {
        const { full_path: path } = await update.mutateAsync({ id, ...typed });
        await navigate({
          to: '/groups/$group/settings/advanced',
          params: { group: path },
          replace: true,
        });
      }}
    />
  );
}
