/** Words of the audit log. */
export const auditWords = {
  title: 'Audit',
  about: 'Every write: who did what to what, what was there before and after, and from where.',
  columns: {
    when: 'When',
    actor: 'Who',
    action: 'Action',
    subject: 'Subject',
    ip: 'From',
  },
  filters: {
    actor: 'Who (username)',
    action: 'Action',
    subject_type: 'Subject type',
    created_after: 'Since',
    created_before: 'Until',
  },
  onBehalf: (actor: string, admin: string) => `${actor}, by ${admin}`,
  facts: {
    id: 'Event',
    when: 'When',
    actor: 'Who',
    action: 'Action',
    subject: 'Subject',
    ip: 'Address',
    request: 'Request',
    before: 'Before',
    after: 'After',
  },
  none: 'none',
  empty: {
    title: 'Nothing was written yet',
    help: 'Each change of this instance leaves an event here, by whatever way it came.',
  },
} as const;
