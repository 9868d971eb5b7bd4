import { underEpicId } from './epics.ts';
import { noteEndpointsOf } from './note-endpoints.ts';

export const epicNotes = noteEndpointsOf(
  {
    name: 'epicNotes',
    path: '/groups/:id/epics/:epic_id',
    thing: 'an epic, which its id names and not its number in the group',
    reads: { who: 'user', group: 'read_note' },
    writes: { who: 'user', group: 'create_note' },
  },
  underEpicId.shape,
);
