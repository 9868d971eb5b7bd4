import { nullSha } from '../../git/names.ts';
import type {
  DeploymentPayload,
  IssuePayload,
  JobPayload,
  MergeRequestPayload,
  NotePayload,
  Payload,
  PersonPayload,
  PipelinePayload,
  ProjectPayload,
  PushPayload,
  WikiPagePayload,
} from './news.ts';

/** `slack` writes a link as `<url|text>`, `markdown` as `[text](url)`. */
export type LinkStyle = 'slack' | 'markdown';

export interface Attachment {
  title?: string;
  link?: string;
  text: string;
  /** A colour, or one of the words good, warning and danger. */
  color: string;
  author?: string;
  fields?: { title: string; value: string; short: boolean }[];
  footer?: string;
  /** Seconds since 1970. */
  ts?: number;
}

export interface ChatText {
  summary: string;
  attachments: Attachment[];
}

/** Who did it, by name alone. */
export const actorNameOf = (payload: Payload): string => {
  if ('user_name' in payload) return payload.user_name ?? 'API';
  return 'user' in payload ? (payload.user?.name ?? 'API') : 'API';
};

/** Texts and fields of attachments, each a line. */
export const linesOf = (attachments: readonly Attachment[]): string[] =>
  attachments.flatMap(({ text, fields }) => [
    ...(text === '' ? [] : [text]),
    ...(fields ?? []).map(({ title, value }) => `${title}: ${value}`),
  ]);

/** What people wrote must not become a link or a mention. */
const plain = (text: string): string => text.replace(/[<>[\]|]/g, '');

type Link = (text: string, url: string) => string;

const linkOf =
  (style: LinkStyle): Link =>
  (text, url) =>
    style === 'slack' ? `<${safe(url)}|${plain(text)}>` : `[${plain(text)}](${safe(url)})`;

/** Names of branches may hold what ends a link. */
const safe = (url: string): string =>
  url.replace(/[<>|()[\]\s"]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** An event in words, for a chat: what happened in a line, and what more there is to see. */
export function chatTextOf(payload: Payload, style: LinkStyle): ChatText {
  const link = linkOf(style);
  switch (payload.object_kind) {
    case 'push':
    case 'tag_push':
      return pushText(payload, link);
    case 'issue':
      return issueText(payload, link);
    case 'merge_request':
      return mergeRequestText(payload, link);
    case 'note':
      return noteText(payload, link);
    case 'pipeline':
      return pipelineText(payload, link);
    case 'deployment':
      return deploymentText(payload, link);
    case 'build':
      return jobText(payload, link);
    case 'wiki_page':
      return wikiPageText(payload, link);
  }
}

const placeOf = (project: ProjectPayload, link: Link) =>
  link(project.path_with_namespace, project.web_url);

const actorOf = (user: PersonPayload | null) =>
  user === null ? 'API' : `${plain(user.name)} (${plain(user.username)})`;

function pushText(payload: PushPayload, link: Link): ChatText {
  const { project, before, after } = payload;
  const isTag = payload.object_kind === 'tag_push';
  const what = isTag ? 'tag' : 'branch';
  const name = payload.ref.replace(/^refs\/(heads|tags)\//, '');
  const actor =
    payload.user_name === null
      ? 'API'
      : `${plain(payload.user_name)} (${plain(payload.user_username ?? '')})`;
  const place = placeOf(project, link);
  const ref = link(name, `${project.web_url}/-/${isTag ? 'tags' : 'commits'}/${name}`);
  if (after === nullSha) {
    return {
      summary: `${actor} removed ${what} ${plain(name)} from ${place}`,
      attachments: [],
    };
  }
  if (before === nullSha) {
    return { summary: `${actor} pushed new ${what} ${ref} to ${place}`, attachments: [] };
  }
  const compare = link('Compare changes', `${project.web_url}/-/compare/${before}...${after}`);
  const lines = payload.commits.map(
    (commit) =>
      `${link(commit.id.slice(0, 8), commit.url)}: ${plain(commit.title)} - ${plain(commit.author.name)}`,
  );
  return {
    summary: `${actor} pushed to ${what} ${ref} of ${place} (${compare})`,
    attachments: lines.length === 0 ? [] : [{ text: lines.join('\n'), color: '#345' }],
  };
}

const issueVerbs: Readonly<Record<string, string>> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  update: 'updated',
};

function issueText({ project, user, object_attributes: issue }: IssuePayload, link: Link) {
  const name = `#${issue.iid} ${issue.title}`;
  const verb = issueVerbs[issue.action] ?? issue.action;
  const summary = `${placeOf(project, link)} ${issue.type} ${link(name, issue.url)} ${verb} by ${actorOf(user)}`;
  const attachment = {
    title: plain(name),
    link: issue.url,
    text: plain(issue.description ?? ''),
    color: '#C95823',
  };
  return { summary, attachments: issue.action === 'open' ? [attachment] : [] };
}

const mergeRequestVerbs: Readonly<Record<string, string>> = {
  ...issueVerbs,
  merge: 'merged',
};

function mergeRequestText(payload: MergeRequestPayload, link: Link): ChatText {
  const { object_attributes: row, project, user } = payload;
  const verb = mergeRequestVerbs[row.action] ?? row.action;
  const name = link(`!${row.iid} *${row.title}*`, row.url);
  return {
    summary: `${actorOf(user)} ${verb} merge request ${name} in ${placeOf(project, link)}`,
    attachments: [],
  };
}

function noteText(payload: NotePayload, link: Link): ChatText {
  const { object_attributes: note, project, user, commit, issue, merge_request } = payload;
  const target =
    commit === undefined
      ? issue === undefined
        ? `merge request !${merge_request?.iid ?? 0}`
        : `issue #${issue.iid}`
      : `commit ${commit.id.slice(0, 8)}`;
  const title = (commit ?? issue ?? merge_request)?.title.split('\n')[0] ?? '';
  const what = link(`commented on ${target}`, note.url);
  return {
    summary: `${actorOf(user)} ${what} in ${placeOf(project, link)}: *${plain(title)}*`,
    attachments: [{ text: plain(note.note), color: '#345' }],
  };
}

function wikiPageText(payload: WikiPagePayload, link: Link): ChatText {
  const { object_attributes: page, project, user } = payload;
  const verbs: Readonly<Record<string, string>> = { create: 'created', delete: 'deleted' };
  const verb = verbs[page.action] ?? 'edited';
  const compare = link('Compare changes', page.diff_url);
  return {
    summary: `${actorOf(user)} ${verb} ${link('wiki page', page.url)} (${compare}) in ${placeOf(project, link)}: *${plain(page.title)}*`,
    attachments: [{ text: plain(page.message), color: '#345' }],
  };
}

const mostNamed = 10;

/** Ten of them, and how many more there are. */
function named(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ');
  return names.length > mostNamed ? `${shown} and ${names.length - mostNamed} more` : shown;
}

/** `MM:SS`, from an hour on `HH:MM:SS`. */
export function durationOf(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  const hours = Math.floor(whole / 3600);
  return (hours > 0 ? [hours, ...parts] : parts)
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

function pipelineText(payload: PipelinePayload, link: Link): ChatText {
  const { object_attributes: row, project, user, commit, builds } = payload;
  const what = row.tag ? 'tag' : 'branch';
  const refUrl = `${project.web_url}/-/${row.tag ? 'tags' : 'commits'}/${row.ref}`;
  const ref = link(row.ref, refUrl);
  const pipeline = link(`#${row.id}`, row.url);
  const status =
    row.detailed_status === 'passed with warnings'
      ? 'passed with warnings'
      : row.status === 'success'
        ? 'passed'
        : row.status;
  const lasted = row.duration === null ? '' : ` in ${durationOf(row.duration)}`;
  const failed = builds.filter((job) => job.status === 'failed' && !job.allow_failure);
  const stages = [...new Set(failed.map((job) => job.stage))];
  const field = (title: string, value: string, short = true) => ({ title, value, short });
  const jobs = failed.map((job) => link(job.name, `${project.web_url}/-/jobs/${job.id}`));
  return {
    summary: `${placeOf(project, link)}: Pipeline ${pipeline} of ${what} ${ref} by ${actorOf(user)} ${status}${lasted}`,
    attachments: [
      {
        title: `Pipeline #${row.id} ${status}${lasted}`,
        link: row.url,
        text: '',
        color: row.status === 'failed' ? 'danger' : status === 'passed' ? 'good' : 'warning',
        author: actorOf(user),
        fields: [
          field(row.tag ? 'Tag' : 'Branch', ref),
          field('Commit', link(commit.title, commit.url)),
          ...(stages.length === 0
            ? []
            : [field(plural('Failed stage', stages.length), named(stages.map(plain)))]),
          ...(jobs.length === 0 ? [] : [field(plural('Failed job', jobs.length), named(jobs))]),
          ...(row.yaml_errors === null
            ? []
            : [field('Invalid CI file', plain(row.yaml_errors), false)]),
          ...(row.name === null ? [] : [field('Pipeline name', plain(row.name), false)]),
        ],
        footer: project.path_with_namespace,
        ...(row.finished_at === null ? {} : { ts: Math.floor(Date.parse(row.finished_at) / 1000) }),
      },
    ],
  };
}

const plural = (words: string, count: number) => (count === 1 ? words : `${words}s`);

const deploymentVerbs: Readonly<Record<string, readonly [string, string]>> = {
  running: ['Starting deploy to', 'good'],
  success: ['Deploy succeeded to', 'good'],
  failed: ['Deploy failed to', 'danger'],
  canceled: ['Deploy canceled to', 'warning'],
};

function deploymentText(payload: DeploymentPayload, link: Link): ChatText {
  const [verb, color] = deploymentVerbs[payload.status] ?? [`Deploy ${payload.status} to`, '#345'];
  const { project, user, deployable_id: job, deployable_url: jobUrl } = payload;
  const withJob = job === null || jobUrl === null ? '' : ` with job ${link(`#${job}`, jobUrl)}`;
  const by = user === null || payload.user_url === null ? 'API' : link(user.name, payload.user_url);
  const title = payload.commit_title === null ? '' : `: ${plain(payload.commit_title)}`;
  return {
    summary: `${verb} ${plain(payload.environment)}`,
    attachments: [
      {
        text: `${placeOf(project, link)}${withJob} by ${by}\n${link(payload.short_sha, payload.commit_url)}${title}`,
        color,
      },
    ],
  };
}

function jobText(payload: JobPayload, link: Link): ChatText {
  const { project } = payload;
  const job = link(payload.build_name, `${project.web_url}/-/jobs/${payload.build_id}`);
  return {
    summary: `${placeOf(project, link)}: Job ${job} of ${plain(payload.ref)}: ${payload.build_status}`,
    attachments: [],
  };
}
