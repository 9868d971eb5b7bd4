import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { sameSecret } from '../../secrets.ts';
import { effectiveIntegration } from '../integrations/effective-rules.ts';
import { findProjectNamed, type Project } from '../projects/rules.ts';
import {
  findOpenlyReadIssue,
  findRequest,
  type Item,
  searchOpenlyReadIssues,
  searchRequests,
} from './repository.ts';

/** Found items that are shown; of one item so much of its description. */
const mostFound = 5;
const longestExcerpt = 500;

const help = [
  'Commands:',
  'help: this text',
  'issue show <number>, issue search <text>',
  'mr show <number>, mr search <text>',
].join('\n');

interface Words {
  kind: 'issue' | 'mr';
  verb: 'show' | 'search';
  rest: string;
}

/**
 * Answers a command of a chat. The token stands for the caller, who sees what a Reporter of this
 * project sees; nothing confidential is said in a room. A wrong token and no project are alike.
 */
export async function answerCommand(
  ctx: Ctx,
  asked: { project: string; slug: string; token: string; text: string },
): Promise<string> {
  const project = await findProjectNamed(ctx, asked.project);
  const integration = project && (await effectiveIntegration(ctx, project, asked.slug));
  const token = integration?.settings.token;
  if (project === undefined || typeof token !== 'string') throw notFound();
  if (!sameSecret(asked.token, token)) throw notFound();
  const words = wordsOf(asked.text);
  if (words === undefined) return help;
  const link = linkOf(asked.slug);
  const items = await find(ctx, project, words);
  if (items.length === 0) return 'Nothing was found.';
  const path = words.kind === 'issue' ? 'issues' : 'merge_requests';
  const sign = words.kind === 'issue' ? '#' : '!';
  return items
    .map((item) => {
      const url = `${ctx.publicUrl}/${project.full_path}/-/${path}/${item.iid}`;
      const line = `${link(`${sign}${item.iid} ${item.title}`, url)} (${item.state})`;
      const more = words.verb === 'show' ? plain(item.description ?? '') : '';
      return more === '' ? line : `${line}\n${more.slice(0, longestExcerpt)}`;
    })
    .join('\n');
}

function wordsOf(text: string): Words | undefined {
  const [kind, verb, ...rest] = text.trim().split(/\s+/);
  if (kind !== 'issue' && kind !== 'mr') return undefined;
  if (verb !== 'show' && verb !== 'search') return undefined;
  return rest.length === 0 ? undefined : { kind, verb, rest: rest.join(' ') };
}

async function find(ctx: Ctx, project: Project, { kind, verb, rest }: Words): Promise<Item[]> {
  const isOn = kind === 'issue' ? project.issues_enabled : project.merge_requests_enabled;
  if (isOn !== 1) return [];
  if (verb === 'search') {
    const search = { text: rest, most: mostFound };
    return kind === 'issue'
      ? searchOpenlyReadIssues(ctx.db, project.id, search)
      : searchRequests(ctx.db, project.id, search);
  }
  const iid = /^[#!]?(\d{1,9})$/.exec(rest)?.[1];
  if (iid === undefined) return [];
  const item =
    kind === 'issue'
      ? await findOpenlyReadIssue(ctx.db, project.id, Number(iid))
      : await findRequest(ctx.db, project.id, Number(iid));
  return item === undefined ? [] : [item];
}

/** What people wrote must not become a link or a mention. */
const plain = (text: string): string => text.replace(/[<>[\]|]/g, '');

const linkOf = (slug: string) => (text: string, url: string) =>
  slug.startsWith('slack') ? `<${url}|${plain(text)}>` : `[${plain(text)}](${url})`;
