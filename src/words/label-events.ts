import { common } from './common.ts';

/** Words of the history of labels. */
export const labelEventWords = {
  title: common.navigation.labelEvents,
  history: 'History of labels',
  none: 'No label has come or gone yet.',
  noneFound: 'No label came or went like that.',
  somebody: 'Somebody',
  add: 'added',
  remove: 'removed',
  lostLabel: 'a label that is deleted',
  filters: { label: 'Label', who: 'Person', came: 'What happened' },
  group: {
    filters: {
      label: 'Label',
      username: 'Username',
      resource_type: 'Of',
      action: 'What happened',
      created_after: 'Since',
      created_before: 'Until',
    },
    kinds: { Issue: 'issues', MergeRequest: 'merge requests', Epic: 'epics' },
    columns: { title: 'Of', label: 'Label', action: 'What', user: 'By', when: 'When' },
    eventOf: (title: string, reference: string) => `${title} ${reference}`,
    empty: {
      title: 'No label has come or gone',
      help: 'Here you see who put which label on an issue, a merge request or an epic of the group, and who took it off.',
    },
  },
} as const;
