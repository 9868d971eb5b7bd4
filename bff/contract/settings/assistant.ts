import { line, toggle, unused } from './rows.ts';

export const assistantSettings = unused('This server has no assistant and no code search', [
  toggle('assistant_features_enabled', true, 'Assistant features are on by default', {
    aliases: ['duo_features_enabled'],
  }),
  toggle('code_search_enabled', false, 'Enable the external code search', {
    aliases: ['sourcegraph_enabled'],
    requires: ['code_search_url'],
  }),
  toggle('code_search_public_only', true, 'Use it only for public projects', {
    aliases: ['sourcegraph_public_only'],
  }),
  line('code_search_url', null, 'URL of that service; needed while it is on', {
    aliases: ['sourcegraph_url'],
  }),
  toggle('instance_level_ai_beta_features_enabled', false, 'Assistant experiments are allowed'),
  toggle('lock_assistant_features_enabled', false, 'Groups cannot change the assistant switch', {
    aliases: ['lock_duo_features_enabled'],
  }),
]);
