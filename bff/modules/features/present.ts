import { type Feature, type FeatureDefinition, featureDefinitions } from '#contract/features.ts';
import type { FeatureState } from './rules.ts';

/** A flag's definition as the API shows it. */
export const presentDefinition = (known: FeatureDefinition) => ({
  name: known.name,
  introduced_by_url: null,
  rollout_issue_url: null,
  milestone: known.milestone,
  log_state_changes: false,
  type: 'development',
  group: known.group,
  default_enabled: known.default_enabled,
});

/** What is set for a flag; gates that let nobody in are left out, the first is always there. */
export function presentFeature({ row, actors }: FeatureState): Feature {
  const gates: Feature['gates'] = [{ key: 'boolean', value: row.enabled === 1 }];
  for (const key of ['percentage_of_actors', 'percentage_of_time'] as const) {
    if (row[key] > 0) gates.push({ key, value: row[key] });
  }
  if (actors.length > 0) gates.push({ key: 'actors', value: actors });
  const everyone = row.enabled === 1 || row.percentage_of_time === 100;
  const known = featureDefinitions.find((one) => one.name === row.name);
  return {
    name: row.name,
    state: everyone ? 'on' : gates.length > 1 ? 'conditional' : 'off',
    gates,
    definition: known === undefined ? null : presentDefinition(known),
  };
}
