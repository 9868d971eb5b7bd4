import { formatCount } from '../lib/format.ts';

const problems = {
  changed: 'was changed after it was written',
  missing: 'is gone',
  added: 'was put in between later',
  unsealed: 'ends the chain without its seal',
} as const;

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
  reason: 'Reason',
  chain: {
    sealed: (id: number) => `Chained and sealed up to event ${id},`,
    notYet: 'Nothing is sealed yet.',
    tail: (count: number) => `${formatCount(count, 'event', 'events')} not yet sealed.`,
    whole: 'The seal covers every event.',
    verify: 'Check the chain',
    holds: 'Each link holds.',
    broken: (id: number, problem: keyof typeof problems) => `Event ${id} ${problems[problem]}.`,
  },
  none: 'none',
  empty: {
    title: 'Nothing was written yet',
    help: 'Each change of this instance leaves an event here, by whatever way it came.',
  },
} as const;
