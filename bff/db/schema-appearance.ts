import type { Generated } from 'kysely';

/** How the instance looks: one row, and none before anybody has changed it. */
export interface Appearance {
  id: number;
  title: string;
  description: string;
  header_message: string;
  footer_message: string;
  message_background_color: string;
  message_font_color: string;
  email_header_and_footer_enabled: Generated<number>;
  member_guidelines: string;
  new_project_guidelines: string;
  profile_image_guidelines: string;
  pwa_name: string;
  pwa_short_name: string;
  pwa_description: string;
  updated_at: string;
}

/** Its pictures; the bytes lie on the disk under the secret. */
export interface AppearanceImages {
  field: 'logo' | 'header_logo' | 'favicon' | 'pwa_icon';
  secret: string;
  filename: string;
  media_type: string;
  size: number;
  hash: string;
  created_at: string;
}

/** Dockerfile templates of the instance's own. */
export interface DockerfileTemplates {
  id: Generated<number>;
  key: string;
  content: string;
  created_at: string;
  updated_at: string;
}

export interface AppearanceTables {
  dockerfile_templates: DockerfileTemplates;
  appearance: Appearance;
  appearance_images: AppearanceImages;
}
