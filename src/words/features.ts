import { common } from './common.ts';

/** Words of feature flags. */
export const featureWords = {
  title: common.navigation.features,
  help: 'A flag holds from the next request on, in every replica. Shares, people, groups and projects are set by the API and shown here.',
  none: 'The server knows no flag.',
  columns: {
    name: 'Flag',
    area: 'Area',
    state: 'State',
    on: 'On',
    reset: 'Default',
  },
  states: { on: 'On', off: 'Off', conditional: 'On for some' },
  byDefault: (state: string) => `${state}, by default`,
  gate: (key: 'actors' | 'percentage_of_actors' | 'percentage_of_time', value: string) =>
    ({
      actors: `for ${value}`,
      percentage_of_actors: `for ${value} % of all`,
      percentage_of_time: `${value} % of the time`,
    })[key],
  switch: (name: string) => `${name} is on for everyone`,
  done: (name: string, state: string) => `${name}: ${state}`,
  reset: 'Back to the default',
  wasReset: (name: string) => `${name} is at its default`,
  unknown: 'not known to this server',
} as const;
