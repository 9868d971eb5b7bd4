import { formatCount, formatNumber } from '../lib/format.ts';
import { common } from './common.ts';

/** Words of feature flags. */
export const featureWords = {
  title: common.navigation.features,
  help: 'A flag holds from the next request on, in every replica.',
  none: 'The server knows no flag.',
  columns: {
    name: 'Flag',
    area: 'Area',
    state: 'State',
    whom: 'For whom',
    on: 'For everyone',
    actions: 'Actions',
  },
  states: { on: 'On', off: 'Off', conditional: 'On for some' },
  byDefault: (state: string) => `${state}, by default`,
  counts: {
    User: (count: number) => formatCount(count, 'person', 'people'),
    Group: (count: number) => formatCount(count, 'group', 'groups'),
    Project: (count: number) => formatCount(count, 'project', 'projects'),
  },
  shares: {
    percentage_of_actors: (share: number) => `${formatNumber(share)} % of all`,
    percentage_of_time: (share: number) => `${formatNumber(share)} % of the time`,
  },
  switch: (name: string) => `${name} is on for everyone`,
  done: (name: string, state: string) => `${name}: ${state}`,
  reset: 'Reset',
  resetLabel: (name: string) => `Reset ${name} to its default`,
  wasReset: (name: string) => `${name} is at its default`,
  unknown: 'not known to this server',
  ask: {
    titles: {
      on: (name: string) => `Turn ${name} on for everyone?`,
      off: (name: string) => `Turn ${name} off for everyone?`,
      reset: (name: string) => `Reset ${name} to its default?`,
    },
    confirm: { on: 'Turn on', off: 'Turn off', reset: 'Reset' },
    lost: 'What was set for some is lost:',
  },
  edit: {
    open: 'For whom',
    label: (name: string) => `For whom ${name} is on`,
    everyone: 'It is on for everyone now: what is set here counts once that is switched off.',
    fromDefault:
      'So far its default holds: on for everyone. Once anything is set here it is on for these alone.',
    shares: 'For a share',
    percentage_of_actors: 'Share of people, groups and projects',
    actorsHelp: 'In percent; always the same ones.',
    percentage_of_time: 'Share of the time',
    timeHelp: 'In percent; by chance at each request.',
    save: 'Save',
    named: 'For those who are named',
    nobody: 'Nobody is named.',
    kinds: { User: 'Person', Group: 'Group', Project: 'Project' },
    remove: (name: string) => `Take ${name} out`,
    removed: (name: string) => `${name} is taken out`,
    more: (count: number) => `and ${formatNumber(count)} more`,
    user: 'Person',
    group: 'Group',
    project: 'Project',
    nothing: 'Nothing is called that',
    add: 'Turn on for them',
    choose: 'Choose somebody or something first',
    added: (name: string) => `${name} is on for them`,
  },
} as const;
