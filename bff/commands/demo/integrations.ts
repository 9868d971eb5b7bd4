import { rootName } from './cast.ts';
import type { World } from './world.ts';

const tracker = 'https://tracker.example.test/projects/harbour';
const at = '/groups/harbour/integrations';

/** Integrations of the harbour: a tracker that all projects take over, and a chat that is off again. */
export async function addIntegrations(world: World): Promise<void> {
  await world.call(rootName, `PUT ${at}/redmine`, {
    project_url: tracker,
    issues_url: 'https://tracker.example.test/issues/:id',
    new_issue_url: `${tracker}/issues/new`,
    // The tracker is not there: nobody asks it whether it is.
    push_events: false,
  });
  await world.call(rootName, `PUT ${at}/mattermost`, {
    webhook: 'https://chat.example.test/hooks/harbour',
    channel: 'harbour-watch',
  });
  await world.call(rootName, `DELETE ${at}/mattermost`);
}
