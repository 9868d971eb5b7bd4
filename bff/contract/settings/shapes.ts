import * as z from 'zod';

const role = z.object({ access_level: z.union([0, 30, 40, 60].map((level) => z.literal(level))) });

/** Shapes of the settings that are objects, by key. */
export const shapes = {
  default_branch_protection_defaults: z.object({
    allowed_to_push: z.array(role).max(10).optional(),
    allow_force_push: z.boolean().optional(),
    allowed_to_merge: z.array(role).max(10).optional(),
    developer_can_initial_push: z.boolean().optional(),
    code_owner_approval_required: z.boolean().optional(),
  }),
  editor_extension_marketplace: z.object({
    enabled: z.boolean().optional(),
    preset: z.string().max(255).optional(),
    custom_values: z
      .object({
        service_url: z.url().optional(),
        item_url: z.url().optional(),
        resource_url_template: z.url().optional(),
      })
      .optional(),
  }),
  kroki_formats: z.object({
    blockdiag: z.boolean().optional(),
    bpmn: z.boolean().optional(),
    excalidraw: z.boolean().optional(),
  }),
  performance_bar_allowed_group_id: z.union([z.int(), z.string()]),
  repository_storages_weighted: z.record(z.string().max(255), z.int().min(0).max(100)),
  resource_usage_limits: z.record(z.string().max(255), z.number()),
  sign_in_restrictions: z.object({
    disable_password_authentication_for_users_with_sso_identities: z.boolean().optional(),
    root_moved_permanently_redirection: z.boolean().optional(),
    session_expire_from_init: z.boolean().optional(),
  }),
} as const;
