import { formatCount } from '../lib/format.ts';

/** Words of the frame: palette, keys, curl, help. */
export const shellWords = {
  palette: {
    open: 'Search or jump to…',
    title: 'Search or jump',
    placeholder: 'Screen, project, group, merge request or action',
    results: 'Results',
    kinds: {
      action: 'On this screen',
      screen: 'Screens',
      project: 'Projects',
      group: 'Groups',
      setting: 'Settings',
      merge_request: 'Merge requests',
    },
    searching: 'Searching…',
    failed: 'The search did not answer; screens and actions are complete.',
    nothing: 'Nothing is called that.',
    found: (count: number) => formatCount(count, 'result', 'results'),
    keys: 'Ctrl K',
    appleKeys: '⌘ K',
  },
  secondFactorDue: (time: string) =>
    `Set up a second factor under Account by ${time}; without one nothing else opens then.`,
  help: {
    entry: 'Help',
    title: 'Keys and help',
    everywhere: 'Everywhere',
    support: 'Support',
    here: 'On this screen',
    noKeys: 'This screen has no keys of its own.',
    palette: 'Search or jump',
    sheet: 'This sheet',
    curl: 'Copy as curl',
    single: 'Keys of a single character',
    singleHelp:
      'Switch them off when speech input or a slip of the hand presses them. Ctrl K stays.',
    api: 'The API, with everything to try out',
    send: 'Send a form',
  },
  curl: {
    open: 'Copy as curl',
    title: 'This screen as curl',
    about: 'The calls that this screen makes. They take the token from the environment:',
    token: 'export QUARTERDECK_TOKEN=…',
    none: 'This screen neither reads nor writes the API.',
    copy: (call: string) => `Copy ${call}`,
    secret: '<secret>',
  },
} as const;
