/** Every flag of an integration with what it is on a new one. */
export const eventDefaults = {
  commit_events: true,
  push_events: true,
  issues_events: true,
  incident_events: false,
  alert_events: true,
  confidential_issues_events: true,
  merge_requests_events: true,
  tag_push_events: true,
  deployment_events: false,
  note_events: true,
  confidential_note_events: true,
  pipeline_events: true,
  wiki_page_events: true,
  job_events: true,
  vulnerability_events: false,
} as const;

export type EventFlag = keyof typeof eventDefaults;

/** The flags in the order of the record. */
// Safe: the keys of a constant.
export const eventFlags = Object.keys(eventDefaults) as readonly EventFlag[];

/** The flags that chats accept. */
export const chatEvents = [
  'push_events',
  'issues_events',
  'confidential_issues_events',
  'merge_requests_events',
  'tag_push_events',
  'note_events',
  'confidential_note_events',
  'pipeline_events',
  'wiki_page_events',
] as const satisfies readonly EventFlag[];

/** Nothing on this server is of these kinds: their flags are stored and returned, and change nothing. */
export const silentEvents = [
  'alert_events',
  'vulnerability_events',
] as const satisfies readonly EventFlag[];
