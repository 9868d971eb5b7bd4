import type { FieldDef, ValuesOf } from '../field.ts';
import { accessSettings, gitAccessSettings, groupBranchSettings } from './access.ts';
import {
  accountLimitsSettings,
  accountRuleSettings,
  ownAccountSettings,
  repositorySizeSettings,
} from './account-limits.ts';
import { accountSettings } from './accounts.ts';
import { actionLimitSettings } from './action-limits.ts';
import { advancedSearchSettings } from './advanced-search.ts';
import { assetProxySettings } from './asset-proxy.ts';
import { assistantSettings } from './assistant.ts';
import { ciLimitSettings, ciSettings } from './ci-cd.ts';
import { diagramsSettings } from './diagrams.ts';
import { approvalSettings, diffLimitSettings } from './diffs.ts';
import { externalAuthorizationSettings } from './external-authorization.ts';
import { helpPageSettings, termsSettings, visitorSettings } from './help-page.ts';
import { importRuleSettings, importsSettings, remoteImportSettings } from './imports.ts';
import { inactiveProjectsSettings } from './inactive-projects.ts';
import { allowedIntegrationsSettings, integrationsSettings } from './integrations.ts';
import { licensingSettings } from './licensing.ts';
import { commitAddressSettings, mailSettings, mailTextSettings } from './mail.ts';
import {
  maintenanceModeSettings,
  maintenanceSettings,
  silentSettings,
  templateSettings,
} from './maintenance.ts';
import { metricsSettings, ownMetricsSettings } from './metrics.ts';
import { networkSettings } from './network.ts';
import { networkAccessSettings } from './network-access.ts';
import { packagesSettings } from './packages.ts';
import { pagesSettings } from './pages.ts';
import { performanceSettings, pollingSettings } from './performance.ts';
import { rateLimitSettings } from './rate-limits.ts';
import { repositoryRuleSettings, repositoryStorageSettings } from './repository-storage.ts';
import type { SettingSectionName } from './section-names.ts';
import {
  importLimitSettings,
  personLimitSettings,
  pushLimitSettings,
  requestLimitsSettings,
} from './request-limits.ts';
import { securityContactSettings, securitySettings } from './security.ts';
import { signInSettings } from './sign-in.ts';
import { signInAddressSettings, signInRulesSettings, wayOutSettings } from './sign-in-rules.ts';
import { passwordSettings, signUpSettings } from './sign-up.ts';
import { abuseSettings, spamSettings } from './spam.ts';
import { throttleSettings } from './throttles.ts';
import { visibilitySettings } from './visibility.ts';
import { wikiLimitSettings, wikiSettings } from './wiki.ts';

/** Rows that this server obeys: their values are typed. */
const obeyed = [
  ...visibilitySettings,
  ...accountSettings,
  ...signInSettings,
  ...networkSettings,
  ...rateLimitSettings,
  ...actionLimitSettings,
  ...accountRuleSettings,
  ...passwordSettings,
  ...signInAddressSettings,
  ...signUpSettings,
  ...termsSettings,
  ...maintenanceModeSettings,
  ...inactiveProjectsSettings,
  ...commitAddressSettings,
  ...personLimitSettings,
  ...pollingSettings,
  ...pushLimitSettings,
  ...wayOutSettings,
  ...visitorSettings,
  ...securityContactSettings,
  ...ownMetricsSettings,
  ...silentSettings,
  ...mailTextSettings,
  ...gitAccessSettings,
  ...groupBranchSettings,
  ...ownAccountSettings,
  ...repositorySizeSettings,
  ...repositoryRuleSettings,
  ...ciLimitSettings,
  ...approvalSettings,
  ...diffLimitSettings,
  ...allowedIntegrationsSettings,
  ...importRuleSettings,
  ...importLimitSettings,
  ...templateSettings,
  ...wikiLimitSettings,
] as const;

export interface SettingSection {
  readonly name: SettingSectionName;
  readonly fields: readonly FieldDef[];
}

/** All settings of the instance, as they stand on the screens. */
export const settingSections: readonly SettingSection[] = [
  {
    name: 'access',
    fields: [
      ...visibilitySettings,
      ...gitAccessSettings,
      ...groupBranchSettings,
      ...accessSettings,
    ],
  },
  {
    name: 'accounts',
    fields: [
      ...accountSettings,
      ...accountRuleSettings,
      ...repositorySizeSettings,
      ...ownAccountSettings,
      ...accountLimitsSettings,
    ],
  },
  {
    name: 'sign_in',
    fields: [
      ...signInSettings,
      ...signInAddressSettings,
      ...wayOutSettings,
      ...signInRulesSettings,
    ],
  },
  { name: 'sign_up', fields: [...passwordSettings, ...signUpSettings] },
  { name: 'network', fields: [...networkSettings, ...networkAccessSettings] },
  {
    name: 'rate_limits',
    fields: [
      ...rateLimitSettings,
      ...actionLimitSettings,
      ...throttleSettings,
      ...personLimitSettings,
      ...pushLimitSettings,
      ...importLimitSettings,
      ...requestLimitsSettings,
    ],
  },
  { name: 'spam', fields: [...abuseSettings, ...spamSettings] },
  { name: 'integrations', fields: [...allowedIntegrationsSettings, ...integrationsSettings] },
  { name: 'imports', fields: [...importRuleSettings, ...remoteImportSettings, ...importsSettings] },
  { name: 'ci_cd', fields: [...ciLimitSettings, ...ciSettings] },
  { name: 'wiki', fields: [...wikiSettings, ...wikiLimitSettings] },
  { name: 'asset_proxy', fields: assetProxySettings },
  { name: 'assistant', fields: assistantSettings },
  { name: 'licensing', fields: licensingSettings },
  { name: 'packages', fields: packagesSettings },
  { name: 'mail', fields: [...mailTextSettings, ...commitAddressSettings, ...mailSettings] },
  { name: 'repository_storage', fields: [...repositoryRuleSettings, ...repositoryStorageSettings] },
  { name: 'help_page', fields: [...termsSettings, ...visitorSettings, ...helpPageSettings] },
  { name: 'inactive_projects', fields: inactiveProjectsSettings },
  { name: 'diagrams', fields: diagramsSettings },
  { name: 'diffs', fields: [...diffLimitSettings, ...approvalSettings] },
  { name: 'advanced_search', fields: advancedSearchSettings },
  {
    name: 'external_authorization',
    fields: externalAuthorizationSettings,
  },
  {
    name: 'maintenance',
    fields: [
      ...maintenanceModeSettings,
      ...silentSettings,
      ...templateSettings,
      ...maintenanceSettings,
    ],
  },
  { name: 'performance', fields: [...pollingSettings, ...performanceSettings] },
  { name: 'metrics', fields: [...ownMetricsSettings, ...metricsSettings] },
  { name: 'pages', fields: pagesSettings },
  { name: 'security', fields: [...securityContactSettings, ...securitySettings] },
];

/** Every setting of the instance, section by section. */
export const settingFields: readonly FieldDef[] = settingSections.flatMap(({ fields }) => fields);

/** Values of the settings that are obeyed, by key. */
export type Settings = ValuesOf<(typeof obeyed)[number]>;
