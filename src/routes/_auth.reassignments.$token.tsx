import { createFileRoute } from '@tanstack/react-router';
import { AnswerPage } from '../features/reassignments/answer-page.tsx';
import { waiting } from '../features/reassignments/own-queries.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/reassignments/$token')({
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(waiting);
  },
  staticData: { crumbs: () => [{ label: common.navigation.reassignments }] },
  component: AnswerPage,
});
