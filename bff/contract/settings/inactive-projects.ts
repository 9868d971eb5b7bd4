import { count, obeyed, toggle } from './rows.ts';

export const inactiveProjectsSettings = [
  ...obeyed('removal', [
    toggle('delete_inactive_projects', false, 'Delete projects without activity'),
    count('inactive_projects_delete_after_months', 2, 'Months before deletion', { min: 1 }),
    count('inactive_projects_min_size_mb', 0, 'Only projects at least this large, in MB', {
      min: 0,
    }),
    count(
      'inactive_projects_send_warning_email_after_months',
      1,
      'Months before the warning mail; less than inactive_projects_delete_after_months',
      { min: 1 },
    ),
  ]),
] as const;
