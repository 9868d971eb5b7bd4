import { fullPath } from '#contract/endpoint.ts';
import { featureDefinitions, features } from '#contract/features.ts';
import { DomainError } from '../../errors.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentDefinition, presentFeature } from './present.ts';
import { featureStates, removeFeature, setFeature } from './rules.ts';

/** Feature flags. */
export function featureRoutes(api: Api): void {
  // `definitions` is no name of a flag: what writes must not take it for one.
  api.hono.on(['POST', 'DELETE'], fullPath(features.definitions), () => {
    throw new DomainError({ kind: 'wrong_verb', allow: ['GET', 'HEAD', 'OPTIONS'] });
  });
  mount(api, features.list, async ({ ctx }) => (await featureStates(ctx)).map(presentFeature));
  mount(api, features.definitions, () => featureDefinitions.map(presentDefinition));
  mount(api, features.set, async ({ ctx, params, body }) =>
    presentFeature(await setFeature(ctx, params.name, body)),
  );
  mount(api, features.remove, ({ ctx, params }) => removeFeature(ctx, params.name));
}
