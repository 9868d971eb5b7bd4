import {
  appearanceFields,
  appearanceImages,
  type ShownAppearance,
} from '#contract/application-appearance.ts';
import type { Appearance } from './rules.ts';
import type { ImageRow } from './repository.ts';

/** Where a picture is served, below the server. */
export const pathOf = ({ field, filename }: Pick<ImageRow, 'field' | 'filename'>): string =>
  `/uploads/-/system/appearance/${field}/1/${encodeURIComponent(filename)}`;

/** The same address for browsers: another picture has another one, so they may keep it for good. */
export const keptPathOf = (row: ImageRow): string => `${pathOf(row)}?v=${row.hash.slice(0, 12)}`;

const flags = appearanceFields.filter(({ type }) => type === 'boolean').map(({ key }) => key);

/** The appearance's record. */
export function presentAppearance({ texts, images }: Appearance): Record<string, unknown> {
  const record: Record<string, unknown> = { ...texts };
  for (const key of flags) record[key] = record[key] === 1;
  for (const field of appearanceImages) {
    const row = images.get(field);
    record[field] = row === undefined ? null : pathOf(row);
  }
  return record;
}

/** What everybody sees of it. */
export function presentShown({ texts, images }: Appearance): ShownAppearance {
  const path = (field: ImageRow['field']) => {
    const row = images.get(field);
    return row === undefined ? null : keptPathOf(row);
  };
  const { title, description, header_message, footer_message, pwa_name } = texts;
  const { message_background_color, message_font_color } = texts;
  return {
    title,
    description,
    logo: path('logo'),
    header_logo: path('header_logo'),
    favicon: path('favicon'),
    header_message,
    footer_message,
    message_background_color,
    message_font_color,
    pwa_name,
  };
}

const product = 'Quarterdeck';

/** The icons that browsers ask for; the larger one also as home screens may cut it. */
const shapes = [
  { side: 192, purpose: 'any' },
  { side: 512, purpose: 'any' },
  { side: 512, purpose: 'maskable' },
] as const;

/** An icon of the product as it is built, `public/app-icon-….png`. */
const ownIcon = ({ side, purpose }: (typeof shapes)[number]): string =>
  `/app-icon-${purpose === 'any' ? side : `${purpose}-${side}`}.png`;

/** What browsers need to install the console as an app. */
export function manifestOf({ texts, images }: Appearance): Record<string, unknown> {
  const icon = images.get('pwa_icon');
  const name = texts.pwa_name || texts.title || product;
  return {
    id: '/',
    name,
    short_name: texts.pwa_short_name || name,
    ...(texts.pwa_description !== '' && { description: texts.pwa_description }),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#FFFFFF',
    theme_color: '#4F54D6',
    icons: shapes.map((shape) => ({
      src:
        icon === undefined
          ? ownIcon(shape)
          : `${keptPathOf(icon)}&width=${shape.side}&purpose=${shape.purpose}`,
      sizes: `${shape.side}x${shape.side}`,
      type: 'image/png',
      purpose: shape.purpose,
    })),
  };
}
