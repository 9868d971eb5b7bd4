import { prose } from '../settings/rows.ts';
import type { IntegrationKind } from './kind.ts';
import { defaultBranchOnly, notifying, rowsOf } from './rows.ts';

/** What is sent by mail. */
export const mails: readonly IntegrationKind[] = [
  {
    slug: 'pipelines-email',
    title: 'Pipeline status emails',
    family: 'mail',
    about: 'Finished pipelines are mailed to a list of people',
    fields: rowsOf(
      {
        ...prose('recipients', null, 'Addresses, by commas, blanks or on lines of their own'),
        required: true,
        entries: { most: 30, says: "can't exceed 30", emails: true },
      },
      ...notifying,
      // Returned here, unlike at the chats: what the branches amount to.
      { ...defaultBranchOnly, writeonly: false },
    ),
    events: ['pipeline_events'],
  },
];
