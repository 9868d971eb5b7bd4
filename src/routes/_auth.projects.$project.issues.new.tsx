import { createFileRoute } from '@tanstack/react-router';
import { NewIssuePage } from '../features/issues/new-page.tsx';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/issues/new')({
  staticData: { crumbs: () => [{ label: common.navigation.newIssue }] },
  component: NewIssuePage,
});
