/** `sure` once the server has acknowledged it; before that it may have happened or not. */
interface Write {
  sure: boolean;
}

/** One merge request with all that its client asked of it. */
export interface LedgerRequest extends Write {
  title: string;
  branch: string;
  iid: number | undefined;
  labels: (Write & { name: string })[];
  notes: (Write & { body: string; thread: boolean })[];
  merge: Write | undefined;
}

/** One branch and the heads that it may have: the last acknowledged one and those after it. */
export interface LedgerBranch {
  name: string;
  /** Undefined until the first push was acknowledged. */
  head: string | undefined;
  possible: string[];
  /** Pushed by API: what the head may be called is not known before the answer. */
  messages: string[];
}

/** What one client did, over all rounds. */
export interface Ledger {
  name: string;
  branches: LedgerBranch[];
  requests: LedgerRequest[];
}

/** How many writes of a ledger were acknowledged. */
export function acknowledged(ledgers: readonly Ledger[]): number {
  let count = 0;
  for (const { branches, requests } of ledgers) {
    count += branches.filter((branch) => branch.head !== undefined).length;
    for (const { sure, labels, notes, merge } of requests) {
      const writes = [...labels, ...notes, ...(merge === undefined ? [] : [merge])];
      count += Number(sure) + writes.filter((write) => write.sure).length;
    }
  }
  return count;
}
