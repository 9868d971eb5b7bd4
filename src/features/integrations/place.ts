import { useParams } from '@tanstack/react-router';
import {
  instanceIntegrations,
  integrationOverview,
  projectIntegrationOverview,
} from '#contract/integration-overview.ts';
import { groupIntegrations } from '#contract/group-integrations.ts';
import {
  groupIntegrationDeliveries,
  instanceIntegrationDeliveries,
  projectIntegrationDeliveries,
} from '#contract/integration-deliveries.ts';
import { issueTrackers } from '#contract/issue-trackers.ts';
import { pausedIntegrations } from '#contract/paused-integrations.ts';
import { projectIntegrations } from '#contract/project-integrations.ts';

/** Whose integrations a screen is about; the instance has no id. */
export interface IntegrationPlace {
  readonly kind: 'group' | 'project' | 'instance';
  readonly id: string;
}

/** The place that the URL names; without one, the instance. */
export function useIntegrationPlace(): IntegrationPlace {
  const { project, group }: { project?: string; group?: string } = useParams({ strict: false });
  if (project !== undefined) return { kind: 'project', id: project };
  if (group !== undefined) return { kind: 'group', id: group };
  return { kind: 'instance', id: '' };
}

type Overview = typeof integrationOverview;
type Deliveries = typeof groupIntegrationDeliveries;

const screens = {
  group: { ...integrationOverview, remove: groupIntegrations.remove },
  project: { ...projectIntegrationOverview, remove: projectIntegrations.remove },
  instance: instanceIntegrations,
};

/** The calls of a place's integrations. */
export const callsOf = ({ kind }: IntegrationPlace) =>
  // Safe: the three take the same beside their path, which is filled in by name, and answer the same.
  screens[kind] as unknown as Overview & { remove: typeof groupIntegrations.remove };

const deliveries = {
  group: groupIntegrationDeliveries,
  project: projectIntegrationDeliveries,
  instance: { ...groupIntegrationDeliveries, ...instanceIntegrationDeliveries },
};

/** The calls about what was sent; of the instance those alone that all three have. */
export const deliveryCallsOf = ({ kind }: IntegrationPlace): Deliveries =>
  // Safe for the same reason.
  deliveries[kind] as unknown as Deliveries;

/** How a place is named in a call. */
export const inputOf = ({ kind, id }: IntegrationPlace): { id: string } =>
  // Safe: the calls of the instance name no place.
  kind === 'instance' ? ({} as { id: string }) : { id };

/** Every call whose answer a change of an integration makes stale. */
export const touched = [
  ...Object.values(screens).flatMap(({ list, show }) => [list, show]),
  groupIntegrationDeliveries.list,
  groupIntegrationDeliveries.health,
  projectIntegrationDeliveries.list,
  projectIntegrationDeliveries.health,
  instanceIntegrationDeliveries.health,
  pausedIntegrations.list,
  issueTrackers.show,
];
