import { createFileRoute } from '@tanstack/react-router';
import { ApprovalSettings } from '../features/projects/approval-settings.tsx';
import { projectSettingsWords } from '../words/project-settings.ts';

export const Route = createFileRoute('/_auth/projects/$project/settings/approvals')({
  staticData: { crumbs: () => [{ label: projectSettingsWords.approvals }] },
  component: ApprovalSettings,
});
