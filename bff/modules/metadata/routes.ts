import { metadata, version } from '#contract/metadata.ts';
import { type Api, mount } from '../../http/mount.ts';
import { revision } from '../../revision.ts';
import { version as own } from '../../version.ts';

/** Clients branch on the version of the API that this server speaks. */
const spoken = '18.1.0';

const record = {
  version: `${spoken}-qd.${own}`,
  revision,
  kas: { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null },
  enterprise: true,
};

/** Which server this is. */
export function metadataRoutes(api: Api): void {
  mount(api, metadata.show, () => record);
  mount(api, version.show, () => record);
}
