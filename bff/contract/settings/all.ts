import type { FieldDef, ValuesOf } from '../field.ts';
import { accessSettings } from './access.ts';
import { accountLimitsSettings } from './account-limits.ts';
import { accountSettings } from './accounts.ts';
import { actionLimitSettings } from './action-limits.ts';
import { advancedSearchSettings } from './advanced-search.ts';
import { assetProxySettings } from './asset-proxy.ts';
import { assistantSettings } from './assistant.ts';
import { ciSettings } from './ci-cd.ts';
import { diagramsSettings } from './diagrams.ts';
import { diffsSettings } from './diffs.ts';
import { externalAuthorizationSettings } from './external-authorization.ts';
import { helpPageSettings } from './help-page.ts';
import { importsSettings } from './imports.ts';
import { inactiveProjectsSettings } from './inactive-projects.ts';
import { integrationsSettings } from './integrations.ts';
import { licensingSettings } from './licensing.ts';
import { mailSettings } from './mail.ts';
import { maintenanceSettings } from './maintenance.ts';
import { metricsSettings } from './metrics.ts';
import { networkSettings } from './network.ts';
import { networkAccessSettings } from './network-access.ts';
import { packagesSettings } from './packages.ts';
import { pagesSettings } from './pages.ts';
import { performanceSettings } from './performance.ts';
import { rateLimitSettings } from './rate-limits.ts';
import { repositoryStorageSettings } from './repository-storage.ts';
import { requestLimitsSettings } from './request-limits.ts';
import { securitySettings } from './security.ts';
import { signInSettings } from './sign-in.ts';
import { signInRulesSettings } from './sign-in-rules.ts';
import { signUpSettings } from './sign-up.ts';
import { spamSettings } from './spam.ts';
import { throttleSettings } from './throttles.ts';
import { visibilitySettings } from './visibility.ts';
import { wikiSettings } from './wiki.ts';

/** Rows that this server obeys: their values are typed. */
const obeyed = [
  ...visibilitySettings,
  ...accountSettings,
  ...signInSettings,
  ...networkSettings,
  ...rateLimitSettings,
  ...actionLimitSettings,
] as const;

interface SettingSection {
  readonly name: string;
  readonly label: string;
  readonly fields: readonly FieldDef[];
}

/** All settings of the instance, as they stand on the screens. */
const settingSections: readonly SettingSection[] = [
  {
    name: 'access',
    label: 'Visibility and access',
    fields: [...visibilitySettings, ...accessSettings],
  },
  {
    name: 'accounts',
    label: 'Account and limits',
    fields: [...accountSettings, ...accountLimitsSettings],
  },
  { name: 'sign_in', label: 'Sign-in', fields: [...signInSettings, ...signInRulesSettings] },
  { name: 'sign_up', label: 'Sign-up', fields: signUpSettings },
  { name: 'network', label: 'Network', fields: [...networkSettings, ...networkAccessSettings] },
  {
    name: 'rate_limits',
    label: 'Rate limits',
    fields: [
      ...rateLimitSettings,
      ...actionLimitSettings,
      ...throttleSettings,
      ...requestLimitsSettings,
    ],
  },
  { name: 'spam', label: 'Spam protection', fields: spamSettings },
  { name: 'integrations', label: 'Integrations', fields: integrationsSettings },
  { name: 'imports', label: 'Imports and exports', fields: importsSettings },
  { name: 'ci_cd', label: 'CI/CD', fields: ciSettings },
  { name: 'wiki', label: 'Wikis', fields: wikiSettings },
  { name: 'asset_proxy', label: 'Asset proxy', fields: assetProxySettings },
  { name: 'assistant', label: 'Assistant and code search', fields: assistantSettings },
  { name: 'licensing', label: 'Licensing', fields: licensingSettings },
  { name: 'packages', label: 'Packages and registry', fields: packagesSettings },
  { name: 'mail', label: 'Mail', fields: mailSettings },
  { name: 'repository_storage', label: 'Repository', fields: repositoryStorageSettings },
  { name: 'help_page', label: 'Help and language', fields: helpPageSettings },
  { name: 'inactive_projects', label: 'Inactive projects', fields: inactiveProjectsSettings },
  { name: 'diagrams', label: 'Diagrams', fields: diagramsSettings },
  { name: 'diffs', label: 'Diffs and approvals', fields: diffsSettings },
  { name: 'advanced_search', label: 'Advanced search', fields: advancedSearchSettings },
  {
    name: 'external_authorization',
    label: 'External authorization',
    fields: externalAuthorizationSettings,
  },
  { name: 'maintenance', label: 'Maintenance', fields: maintenanceSettings },
  { name: 'performance', label: 'Performance', fields: performanceSettings },
  { name: 'metrics', label: 'Metrics and usage', fields: metricsSettings },
  { name: 'pages', label: 'Pages', fields: pagesSettings },
  { name: 'security', label: 'Security', fields: securitySettings },
];

/** Every setting of the instance, section by section. */
export const settingFields: readonly FieldDef[] = settingSections.flatMap(({ fields }) => fields);

/** Values of the settings that are obeyed, by key. */
export type Settings = ValuesOf<(typeof obeyed)[number]>;
