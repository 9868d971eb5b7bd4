import { underIssue } from './issues.ts';
import { noteEndpointsOf } from './note-endpoints.ts';

export const issueNotes = noteEndpointsOf(
  {
    name: 'issueNotes',
    path: '/projects/:id/issues/:issue_iid',
    thing: 'an issue',
    reads: { who: 'user', project: 'read_note' },
    writes: { who: 'user', project: 'create_note' },
  },
  underIssue.shape,
);
