import { api } from '../server.ts';
import type { Ledger, LedgerRequest } from './ledger.ts';

interface Shown {
  iid: number;
  title: string;
  state: string;
  source_branch: string;
  labels: string[];
  merge_commit_sha: string | null;
}

interface Place {
  url: string;
  token: string;
  project: string;
}

type Report = (problem: string) => void;

/** Reads every acknowledged write back through the API, as any client would. */
export async function readBack(
  place: Place,
  ledgers: readonly Ledger[],
  report: Report,
): Promise<void> {
  const below = `/projects/${encodeURIComponent(place.project)}`;
  const read = api(place.token, place.url);
  const list = async <T>(path: string): Promise<T[]> => {
    const all: T[] = [];
    for (let page = 1; ; page++) {
      const mark = path.includes('?') ? '&' : '?';
      const answer = await read<T[]>('GET', `${below}${path}${mark}per_page=100&page=${page}`);
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      all.push(...answer.body);
      if (answer.body.length < 100) return all;
    }
  };
  interface Branch {
    name: string;
    commit: { id: string; message: string };
  }
  const branches = new Map(
    (await list<Branch>('/repository/branches')).map((branch) => [branch.name, branch]),
  );
  const requests = await list<Shown>('/merge_requests?state=all');

  for (const { name, branches: pushed, requests: opened } of ledgers) {
    for (const branch of pushed) {
      const found = branches.get(branch.name);
      if (found === undefined) {
        if (branch.head !== undefined) report(`${name}: branch ${branch.name} is lost`);
        continue;
      }
      const message = found.commit.message.trim();
      const expected =
        found.commit.id === branch.head ||
        branch.possible.includes(found.commit.id) ||
        branch.messages.includes(message);
      if (!expected) report(`${name}: branch ${branch.name} is at ${found.commit.id}`);
    }
    for (const request of opened) {
      const found = requests.filter((row) => row.title === request.title);
      if (found.length > 1) report(`${name}: ${request.title} is there ${found.length} times`);
      const [row] = found;
      if (row === undefined) {
        if (request.sure) report(`${name}: ${request.title} is lost`);
        continue;
      }
      request.iid ??= row.iid;
      compare(request, row, report);
      const notes = await list<{ body: string }>(`/merge_requests/${row.iid}/notes`);
      for (const note of request.notes) {
        const times = notes.filter(({ body }) => body === note.body).length;
        if (times > 1 || (note.sure && times === 0)) {
          report(`${name}: note ${note.body} is there ${times} times`);
        }
      }
    }
  }
}

function compare(request: LedgerRequest, row: Shown, report: Report): void {
  const about = `!${row.iid} (${request.title})`;
  if (request.sure && row.iid !== request.iid) report(`${about} had iid ${request.iid}`);
  if (row.source_branch !== request.branch) report(`${about} comes from ${row.source_branch}`);
  for (const label of request.labels) {
    if (label.sure && !row.labels.includes(label.name)) report(`${about} lost label ${label.name}`);
  }
  const { merge } = request;
  const allowed =
    merge === undefined ? ['opened'] : merge.sure ? ['merged'] : ['opened', 'merged', 'locked'];
  if (!allowed.includes(row.state)) report(`${about} is ${row.state}`);
}
