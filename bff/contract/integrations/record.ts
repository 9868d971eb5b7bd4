import * as z from 'zod';
import { timestamp } from '../common.ts';
import { eventFlags } from './events.ts';

const basic = {
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  active: z.boolean(),
  ...Object.fromEntries(eventFlags.map((flag) => [flag, z.boolean()])),
  comment_on_event_enabled: z.boolean(),
  inherited: z.boolean().describe('Whether a group above or the instance decides'),
};

/** An integration as lists show it. */
export const integrationRecord = z.object(basic).meta({ id: 'Integration' });

/** What may be read of the settings; secrets are left out. */
export const properties = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()]).nullable(),
);

/** An integration with what may be read of its settings. */
export const wholeIntegration = z
  .object({ ...basic, properties })
  .meta({ id: 'IntegrationWithProperties' });
