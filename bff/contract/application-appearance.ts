import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { bodyOf, recordOf } from './field.ts';
import { colour, image, line, obeyed, prose, toggle } from './settings/rows.ts';

/** Where the data model of other servers knows no limit, a text ends here. */
const longestText = 1_048_576;
/** Bytes of a picture. */
export const largestImage = 1024 * 1024;

/** Types that a file dialog offers; the bytes decide. */
const pictures = { options: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] } as const;
const icons = { options: ['image/png', 'image/vnd.microsoft.icon', '.ico'] } as const;

const colourPattern = {
  pattern: {
    source: '^(#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}))?$',
    says: 'must be a valid color code',
  },
} as const;

/** How the instance looks, as people fill it in. */
export const appearanceFields = obeyed('application-appearance', [
  line('title', '', 'Stands on the sign-in and registration pages', { max: longestText }),
  prose('description', '', 'Markdown below the title on the sign-in and registration pages', {
    max: longestText,
  }),
  image('logo', null, 'Above the title; PNG, JPEG, GIF or WebP up to 1 MiB, 128 px high', pictures),
  image('header_logo', null, 'The home button of every page, and mails; 24 px high', pictures),
  image('favicon', null, 'The browser tab; PNG or ICO, 32 × 32 px', icons),
  line('header_message', '', 'One line at the head of every page; bold, italic and links', {
    max: longestText,
  }),
  line('footer_message', '', 'One line at the foot of every page; bold, italic and links', {
    max: longestText,
  }),
  colour('message_background_color', '#E75E40', 'Ground of both messages', colourPattern),
  colour('message_font_color', '#FFFFFF', 'Text of both messages', colourPattern),
  toggle('email_header_and_footer_enabled', false, 'Both messages stand in mails too'),
  prose('member_guidelines', '', 'Markdown on member pages, for people who may manage members', {
    max: longestText,
  }),
  prose('new_project_guidelines', '', 'Markdown on the page for a new project', {
    max: longestText,
  }),
  prose('profile_image_guidelines', '', 'Markdown on the profile page, by the picture', {
    max: 4096,
  }),
  line('pwa_name', '', 'Name of the installed app', { max: 255 }),
  line('pwa_short_name', '', 'Its name where there is little room', { max: 255 }),
  prose('pwa_description', '', 'What the installed app is for', { max: 2048 }),
  image('pwa_icon', null, 'Icon of the installed app; a square of 512 px or more', pictures),
]);

/** Keys of the pictures. */
export const appearanceImages = ['logo', 'header_logo', 'favicon', 'pwa_icon'] as const;
export type AppearanceImage = (typeof appearanceImages)[number];

const record = recordOf(appearanceFields).meta({ id: 'Appearance' });
/** A text is cleared by null as by an empty one. */
const clearable: Record<string, z.ZodType> = Object.fromEntries(
  appearanceFields
    .filter(({ type }) => type !== 'image' && type !== 'boolean')
    .map(({ key, help }) => [key, z.string().nullable().optional().describe(help)]),
);
const body = bodyOf(appearanceFields).extend(clearable);

/** What everybody sees of it, signed in or not; pictures by an address that changes with them. */
export const shownAppearance = z.object({
  title: z.string(),
  description: z.string(),
  logo: z.string().nullable(),
  header_logo: z.string().nullable(),
  favicon: z.string().nullable(),
  header_message: z.string(),
  footer_message: z.string(),
  message_background_color: z.string(),
  message_font_color: z.string(),
  pwa_name: z.string(),
});
export type ShownAppearance = z.output<typeof shownAppearance>;

/** Sides of the squares to which a picture is scaled. */
const imageWidths = [48, 72, 96, 128, 144, 180, 192, 256, 384, 512] as const;

export const applicationAppearance = {
  show: defineEndpoint({
    id: 'applicationAppearance.show',
    method: 'GET',
    path: '/application/appearance',
    summary: 'How the instance looks',
    access: { who: 'admin' },
    order: 'subject-first',
    response: record,
    status: [200],
  }),
  update: defineEndpoint({
    id: 'applicationAppearance.update',
    method: 'PUT',
    path: '/application/appearance',
    summary: 'Change how the instance looks; what is absent keeps its value, pictures are files',
    access: { who: 'admin' },
    order: 'subject-first',
    body,
    response: record,
    status: [200],
  }),
  removeImage: defineEndpoint({
    id: 'applicationAppearance.removeImage',
    method: 'DELETE',
    path: '/appearance/:image',
    base: 'bff',
    summary: 'Take a picture away',
    access: { who: 'admin' },
    order: 'subject-first',
    params: z.object({ image: z.enum(appearanceImages) }),
    response: null,
    status: [204],
  }),
  guidelines: defineEndpoint({
    id: 'applicationAppearance.guidelines',
    method: 'GET',
    path: '/guidelines',
    base: 'bff',
    summary: 'What the instance asks of people who add members, projects and pictures',
    access: { who: 'user' },
    response: z.object({
      member_guidelines: z.string(),
      new_project_guidelines: z.string(),
      profile_image_guidelines: z.string(),
    }),
    status: [200],
  }),
  openImage: defineEndpoint({
    id: 'applicationAppearance.openImage',
    method: 'GET',
    path: '/-/system/appearance/:image/:appearance_id/:filename',
    base: 'uploads',
    summary: 'The bytes of a picture, as they were sent or scaled to a square',
    access: { who: 'anyone' },
    identifies: false,
    params: z.object({ image: z.string(), appearance_id: z.string(), filename: z.string() }),
    query: z.object({
      width: z.union(imageWidths.map((width) => z.literal(width))).optional(),
      purpose: z
        .enum(['any', 'maskable'])
        .optional()
        .describe('Of a scaled picture: whether home screens may cut a shape out of it'),
      v: z.string().optional().describe('Beginning of the hash; the answer is kept for good'),
    }),
    response: z.string(),
    media: 'application/octet-stream',
    status: [200, 304],
  }),
  manifest: defineEndpoint({
    id: 'applicationAppearance.manifest',
    method: 'GET',
    path: '/manifest.json',
    base: 'ops',
    summary: 'What browsers need to install the console as an app',
    access: { who: 'anyone' },
    identifies: false,
    response: z.string(),
    media: 'application/manifest+json',
    status: [200],
  }),
} as const;
