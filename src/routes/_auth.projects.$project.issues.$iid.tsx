import { createFileRoute } from '@tanstack/react-router';
import { IssuePage } from '../features/issues/issue-page.tsx';
import { prepareIssue } from '../features/issues/queries.ts';

export const Route = createFileRoute('/_auth/projects/$project/issues/$iid')({
  loader: ({ context, params: { project, iid } }) =>
    prepareIssue(context.queryClient, { project, iid: Number(iid) }),
  staticData: { crumbs: ({ iid = '' }) => [{ label: `#${iid}` }] },
  component: IssuePage,
});
