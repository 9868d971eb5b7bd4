/** A file of a commit. */
export interface FileAt {
  projectId: number;
  sha: string;
  path: string;
}

type Lines = string[] | undefined;

/** So many files are held at once: neighbours are mostly about the same ones. */
export const mostHeld = 20;

/** The files that one answer looks into, each read once as long as they are few. */
export class Files {
  readonly #held = new Map<string, Lines>();
  readonly #read: (at: FileAt) => Promise<Lines>;

  constructor(read: (at: FileAt) => Promise<Lines>) {
    this.#read = read;
  }

  /** The lines of a file; undefined for what has none. */
  async at(file: FileAt): Promise<Lines> {
    const name = `${file.projectId}:${file.sha}:${file.path}`;
    if (this.#held.has(name)) return this.#held.get(name);
    const lines = await this.#read(file);
    const [oldest] = this.#held.keys();
    if (this.#held.size >= mostHeld && oldest !== undefined) this.#held.delete(oldest);
    this.#held.set(name, lines);
    return lines;
  }
}
