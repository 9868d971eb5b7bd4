import { identityLine } from './commit-object.ts';
import type { Person } from './commits.ts';
import { delimited } from './delimited.ts';
import type { Repo } from './environment.ts';
import { InvalidGitName, isBranchName, refName, sha } from './names.ts';
import { git, gitText } from './run.ts';

export interface Tag {
  readonly name: string;
  /** What the ref holds: for an annotated tag the tag object. */
  readonly sha: string;
  /** The commit that it stands for; undefined for a tag of a tree or a blob. */
  readonly commit: string | undefined;
  /** Of annotated tags alone, as is the next. */
  readonly message: string | undefined;
  readonly taggedAt: string | undefined;
}

const fields = delimited(
  {
    name: '%(refname)',
    sha: '%(objectname)',
    type: '%(objecttype)',
    peeled: '%(*objectname)',
    peeledType: '%(*objecttype)',
    date: '%(taggerdate:unix)',
    message: '%(contents)',
  },
  '%00',
);

/** Tags by name in one process: all of them, or those of `names`. */
export async function listTags(repo: Repo, names?: readonly string[]): Promise<Tag[]> {
  if (names?.length === 0) return [];
  const patterns = names?.map((name) => refName(`refs/tags/${name}`)) ?? ['refs/tags'];
  const { stdout } = await git(repo, [
    'for-each-ref',
    `--format=${fields.format}`,
    '--',
    ...patterns,
  ]);
  return fields.parse(stdout).map((tag) => {
    const annotated = tag.type === 'tag';
    const [id, type] = annotated ? [tag.peeled, tag.peeledType] : [tag.sha, tag.type];
    return {
      name: tag.name.slice('refs/tags/'.length),
      sha: tag.sha,
      commit: type === 'commit' ? id : undefined,
      message: annotated ? tag.message : undefined,
      taggedAt:
        annotated && tag.date !== '' ? new Date(Number(tag.date) * 1000).toISOString() : undefined,
    };
  });
}

/** Names of all tags, those made or committed last at the end. */
export async function tagNamesByDate(repo: Repo): Promise<string[]> {
  const text = await gitText(repo, [
    'for-each-ref',
    '--sort=refname',
    '--sort=creatordate',
    '--format=%(refname)',
    '--',
    'refs/tags',
  ]);
  return text === '' ? [] : text.split('\n').map((name) => name.slice('refs/tags/'.length));
}

/** Writes an annotated tag of a commit and returns its id; no ref is moved. */
export async function createTagObject(
  repo: Repo,
  tag: { commit: string; name: string; message: string; tagger: Person },
): Promise<string> {
  if (!isBranchName(tag.name)) throw new InvalidGitName('tag name');
  if (tag.message.includes('\0')) throw new InvalidGitName('tag message');
  const head = [
    `object ${sha(tag.commit)}`,
    'type commit',
    `tag ${tag.name}`,
    `tagger ${identityLine(tag.tagger)}`,
  ];
  const message = tag.message.endsWith('\n') ? tag.message : `${tag.message}\n`;
  return gitText(repo, ['mktag'], { stdin: `${head.join('\n')}\n\n${message}` });
}
