import { api } from '../server.ts';
import { git, remoteAt, type WorkTree, workTree } from '../work-tree.ts';
import type { Chance } from './chance.ts';
import type { Ledger, LedgerBranch, LedgerRequest } from './ledger.ts';

/** One client: a person with a token, a work tree and a memory of what was acknowledged. */
export interface Client {
  ledger: Ledger;
  /** Works until the server is gone; throws what is none of a killed server's doing. */
  work(chance: Chance, round: number): Promise<void>;
  remove(): void;
}

interface Place {
  url: string;
  /** Path of the project. */
  project: string;
}

/** The server was killed under this request: whether it happened will be seen. */
class Gone extends Error {}

/** A client of its own; `token` must let it push to and merge into the project. */
export async function joinCrew(place: Place, name: string, token: string): Promise<Client> {
  const ledger: Ledger = { name, branches: [], requests: [] };
  const tree = await workTree();
  const remote = remoteAt(place.url, place.project, `${name}:${token}`);
  const below = `/projects/${encodeURIComponent(place.project)}`;
  const send = api(token, place.url);

  /** Answers of a living server; a refusal that no request of ours deserves is a finding. */
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await send<T>(method, below + path, body).catch((error: unknown) => {
      throw new Gone(String(error));
    });
    if (answer.status > 299) {
      const text = JSON.stringify(answer.body).slice(0, 300);
      throw new Error(`${name}: ${method} ${path} answered ${answer.status} ${text}`);
    }
    return answer.body;
  };

  const acts: readonly ((chance: Chance, label: string) => Promise<void>)[] = [
    (_, label) => pushByGit({ tree, remote, ledger }, label),
    (_, label) => pushByApi({ call, ledger }, label),
    (_, label) => open({ call, ledger }, label),
    (chance) => merge({ call, ledger }, chance),
    (chance, label) => addLabel({ call, ledger }, chance, label),
    (chance, label) => comment({ call, ledger }, chance, label),
  ];
  return {
    ledger,
    async work(chance, round) {
      await git(tree.dir, 'fetch', '--quiet', remote, 'main').catch(() => undefined);
      try {
        for (let step = 0; ; step++) {
          const label = `${name}-${round}-${step}`;
          await chance.pick(acts)(chance, label);
        }
      } catch (error) {
        if (!(error instanceof Gone)) throw error;
      }
    },
    remove: () => tree.remove(),
  };
}

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;
interface Desk {
  call: Call;
  ledger: Ledger;
}

async function pushByGit(
  at: { tree: WorkTree; remote: string; ledger: Ledger },
  label: string,
): Promise<void> {
  const { dir } = at.tree;
  const branch: LedgerBranch = { name: label, head: undefined, possible: [], messages: [] };
  await git(dir, 'switch', '--quiet', '--force-create', label, 'FETCH_HEAD');
  await at.tree.commit(`Push ${label}`, { [`${label}.txt`]: `${label}\n` });
  const head = (await git(dir, 'rev-parse', 'HEAD')).trim();
  branch.possible.push(head);
  at.ledger.branches.push(branch);
  try {
    await git(dir, 'push', '--quiet', at.remote, label);
  } catch (error) {
    const text = String(error);
    if (/remote rejected|pre-receive|hook declined|HTTP 4\d\d/.test(text)) throw error;
    throw new Gone(text);
  }
  branch.head = head;
}

async function pushByApi({ call, ledger }: Desk, label: string): Promise<void> {
  const branch: LedgerBranch = { name: label, head: undefined, possible: [], messages: [] };
  branch.messages.push(`Commit ${label}`);
  ledger.branches.push(branch);
  const made = await call<{ id: string }>('POST', '/repository/commits', {
    branch: label,
    start_branch: 'main',
    commit_message: `Commit ${label}`,
    actions: [{ action: 'create', file_path: `${label}.txt`, content: `${label}\n` }],
  });
  branch.head = made.id;
}

async function open({ call, ledger }: Desk, label: string): Promise<void> {
  const taken = new Set(ledger.requests.map((request) => request.branch));
  const free = ledger.branches.find(({ name, head }) => head !== undefined && !taken.has(name));
  if (free === undefined) return pushByApi({ call, ledger }, label);
  const request: LedgerRequest = {
    sure: false,
    title: `Request ${label}`,
    branch: free.name,
    iid: undefined,
    labels: [],
    notes: [],
    merge: undefined,
  };
  ledger.requests.push(request);
  const made = await call<{ iid: number }>('POST', '/merge_requests', {
    title: request.title,
    source_branch: free.name,
    target_branch: 'main',
  });
  request.iid = made.iid;
  request.sure = true;
}

/** An own merge request that is open as far as the client knows. */
function anOpen(ledger: Ledger, chance: Chance): LedgerRequest | undefined {
  const known = ledger.requests.filter(({ sure, merge }) => sure && merge === undefined);
  return known.length === 0 ? undefined : chance.pick(known);
}

async function merge({ call, ledger }: Desk, chance: Chance): Promise<void> {
  const request = anOpen(ledger, chance);
  if (request === undefined) return;
  request.merge = { sure: false };
  const merged = await call<{ state: string }>('PUT', `/merge_requests/${request.iid}/merge`);
  if (merged.state !== 'merged') throw new Error(`A merge answered 200 and ${merged.state}`);
  request.merge.sure = true;
}

async function addLabel({ call, ledger }: Desk, chance: Chance, name: string): Promise<void> {
  const request = anOpen(ledger, chance);
  if (request === undefined) return;
  const write = { sure: false, name };
  request.labels.push(write);
  await call('PUT', `/merge_requests/${request.iid}`, { add_labels: name });
  write.sure = true;
}

async function comment({ call, ledger }: Desk, chance: Chance, body: string): Promise<void> {
  const request = anOpen(ledger, chance);
  if (request === undefined) return;
  const write = { sure: false, body, thread: chance.next() < 0.3 };
  request.notes.push(write);
  const kind = write.thread ? 'discussions' : 'notes';
  await call('POST', `/merge_requests/${request.iid}/${kind}`, { body });
  write.sure = true;
}
