import { formatCount } from '../lib/format.ts';
import { common } from './common.ts';

/** Words of the screens on the instance itself: health, jobs, mails. */
export const systemWords = {
  title: 'System',
  tabs: 'Parts of the system',
  overview: 'Overview',
  jobs: common.navigation.jobs,
  mails: common.navigation.mails,
  runs: 'What runs',
  holds: 'What it holds',
  background: 'Background work',
  facts: {
    version: 'Version',
    node: 'Node',
    git: 'git',
    database: 'Database',
    url: 'Public URL',
    started: 'Started',
    memory: 'Memory in use',
    disk: 'Disk',
    diskFree: (free: string, total: string) => `${free} free of ${total}`,
    mail: 'Mail',
    mailKinds: { server: 'sent by the mail server', kept: 'kept here: no mail server is set' },
    ssh: 'git over SSH',
    on: 'on',
    off: 'off',
    users: 'Users',
    groups: 'Groups',
    projects: 'Projects',
  },
  jobStates: { queued: 'Queued', running: 'Running', done: 'Done', failed: 'Failed' },
  job: {
    columns: {
      kind: 'Job',
      state: 'State',
      attempts: 'Attempts',
      due: 'Due',
      finished: 'Finished',
      actions: 'Actions',
    },
    filters: { state: 'State', kind: 'Kind' },
    facts: { payload: 'Asked to do', error: 'Last error', created: 'Created', due: 'Due' },
    retry: 'Run now',
    retryLabel: (kind: string, id: number) => `Run ${kind} ${id} now`,
    retried: (kind: string) => `${kind} is queued`,
    retriedMany: (count: number) => `${formatCount(count, 'job', 'jobs')} queued`,
    empty: {
      title: 'No job',
      help: 'Work that takes longer than a request is queued here and survives a restart.',
    },
  },
  mailStates: { queued: 'Queued', sent: 'Sent', kept: 'Kept', failed: 'Failed' },
  mail: {
    columns: { subject: 'Subject', to: 'To', state: 'State', created: 'Written', sent: 'Sent' },
    filters: { state: 'State', to: 'To' },
    facts: { to: 'To', state: 'State', sent: 'Sent', error: 'The mail server’s answer' },
    empty: {
      title: 'No mail',
      help: 'What the instance writes to people is listed here, sent or not.',
    },
  },
} as const;
