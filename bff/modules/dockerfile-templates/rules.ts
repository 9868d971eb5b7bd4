import { accessLevels } from '#contract/abilities.ts';
import type { TemplateSource } from '#contract/dockerfile-templates.ts';
import type { EventName } from '#contract/event-names.ts';
import { type Ctx, isAdministrator, now, transact } from '../../context.ts';
import { isUniqueViolation } from '../../db/portable.ts';
import { forbidden, invalid, notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { highestRole } from '../members/membership-rules.ts';
import { isKey, listProjectKeys, longestTemplate, projectText } from './project-files.ts';
import {
  deleteOwn,
  findOwn,
  insertOwn,
  listOwn,
  type OwnTemplate,
  updateOwn,
} from './repository.ts';
import { compiledTexts } from './texts-compiled.ts';
import { interpretedTexts } from './texts-interpreted.ts';

/** A template as it is listed. */
export interface ListedTemplate {
  key: string;
  source: TemplateSource;
  /** What it stands in the place of. */
  replaces: TemplateSource | null;
  updated_at: string | null;
}

export interface Template extends ListedTemplate {
  content: string;
}

const builtIn: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...compiledTexts, ...interpretedTexts }),
);

/** The instance's own are read as a whole. */
const mostOwn = 200;

/** 403 for whoever is a member somewhere and nowhere more than a guest. */
export async function refuseGuests(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind !== 'user' || isAdministrator(ctx)) return;
  const role = await highestRole(ctx, ctx.actor.user.id);
  if (role !== null && role <= accessLevels.guest) throw forbidden();
}

/** All templates, alphabetically: the instance's own, those of the template project, the built-in. */
export async function listTemplates(ctx: Ctx): Promise<ListedTemplate[]> {
  const found = new Map<string, ListedTemplate>();
  const add = (key: string, source: TemplateSource, updated_at: string | null = null) => {
    const replaces = found.get(key)?.source ?? null;
    found.set(key, { key, source, replaces, updated_at });
  };
  for (const key of builtIn.keys()) add(key, 'built_in');
  for (const key of await listProjectKeys(ctx)) add(key, 'project');
  for (const { key, updated_at } of await listOwn(ctx.db)) add(key, 'instance', updated_at);
  return [...found.values()].sort((a, b) => byLetters(a.key, b.key));
}

/** By letters in any case, then by the letters themselves; the same on every machine. */
function byLetters(a: string, b: string): number {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  if (x === y) return a < b ? -1 : 1;
  return x < y ? -1 : 1;
}

/** A template by its key, in exact case; 404 `404 Dockerfile Not Found`. */
export async function getTemplate(ctx: Ctx, key: string): Promise<Template> {
  const own = await findOwn(ctx.db, key);
  const ofProject = await projectText(ctx, key);
  const written = builtIn.get(key);
  const layers: [TemplateSource, string | undefined][] = [
    ['instance', own?.content],
    ['project', ofProject],
    ['built_in', written],
  ];
  const [first, second] = layers.filter(([, content]) => content !== undefined);
  if (first?.[1] === undefined) throw notFound('Dockerfile');
  const [source, content] = [first[0], first[1]];
  return {
    key,
    source,
    content,
    replaces: second?.[0] ?? null,
    updated_at: own?.updated_at ?? null,
  };
}

/** Adds a template of the instance's own, beside the others or in the place of one. */
export async function addTemplate(
  ctx: Ctx,
  { key, content }: { key: string; content: string },
): Promise<Template> {
  if (!isKey(key)) {
    throw invalid({ key: ['may hold letters, digits, dots, dashes and underscores only'] });
  }
  const text = textOf(content);
  try {
    await transact(ctx, async (ctx) => {
      if ((await listOwn(ctx.db)).length >= mostOwn) {
        throw invalid({ base: [`there are at most ${mostOwn} templates of the instance`] });
      }
      const time = { created_at: now(ctx), updated_at: now(ctx) };
      const row = await insertOwn(ctx.db, { key, content: text, ...time });
      await auditTemplate(ctx, 'dockerfile_template.create', { row, after: text });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid({ key: ['has already been taken'] });
    throw error;
  }
  return getTemplate(ctx, key);
}

/** Changes the text of a template of the instance's own. */
export async function changeTemplate(ctx: Ctx, key: string, content: string): Promise<Template> {
  const text = textOf(content);
  await transact(ctx, async (ctx) => {
    const row = await ownTemplate(ctx, key);
    if (row.content === text) return;
    await updateOwn(ctx.db, row.id, { content: text, updated_at: now(ctx) });
    await auditTemplate(ctx, 'dockerfile_template.update', {
      row,
      before: row.content,
      after: text,
    });
  });
  return getTemplate(ctx, key);
}

/** Deletes a template of the instance's own. */
export async function removeTemplate(ctx: Ctx, key: string): Promise<void> {
  await transact(ctx, async (ctx) => {
    const row = await ownTemplate(ctx, key);
    await deleteOwn(ctx.db, row.id);
    await auditTemplate(ctx, 'dockerfile_template.remove', { row, before: row.content });
  });
}

async function ownTemplate(ctx: Ctx, key: string): Promise<OwnTemplate> {
  const row = await findOwn(ctx.db, key);
  if (row === undefined) throw notFound('Dockerfile');
  return row;
}

/** Lines end as in every other template. */
function textOf(content: string): string {
  const text = content.replaceAll('\r\n', '\n');
  if ([...text].length > longestTemplate) {
    throw invalid({ content: [`is too long (maximum is ${longestTemplate} characters)`] });
  }
  return text;
}

const auditTemplate = (
  ctx: Ctx,
  action: EventName,
  { row, before, after }: { row: OwnTemplate; before?: string; after?: string },
): Promise<void> =>
  audit(ctx, {
    action,
    subject: { type: 'DockerfileTemplate', id: row.id, name: row.key },
    ...(before !== undefined && { before: { content: before } }),
    ...(after !== undefined && { after: { content: after } }),
  });
