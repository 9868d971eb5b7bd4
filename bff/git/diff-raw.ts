/** One changed file as git's raw format tells it; a change of type counts as two. */
export interface ChangedFile {
  readonly status: 'added' | 'deleted' | 'modified' | 'renamed';
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldSha: string;
  readonly newSha: string;
  /** Bytes, because a path need not be UTF-8. */
  readonly oldPath: Buffer;
  readonly newPath: Buffer;
}

const absentMode = '000000';
const absentSha = '0'.repeat(40);

/**
 * Reads the NUL-separated records of `--raw -z` at the start of a stream. `feed` gives undefined
 * until they are complete, then what follows them in that piece.
 */
export function createRawParser(): {
  readonly files: readonly ChangedFile[];
  feed(piece: Buffer): Buffer | undefined;
} {
  const files: ChangedFile[] = [];
  let rest: Buffer = Buffer.alloc(0);
  return {
    files,
    feed: (piece) => {
      rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      for (;;) {
        // A lone NUL parts the records from a patch, anything but a colon from other formats.
        if (rest[0] === 0) return rest.subarray(1);
        if (rest.length > 0 && rest[0] !== 0x3a) return rest;
        const record = readRecord(rest);
        if (!record) return undefined;
        files.push(...record.files);
        rest = rest.subarray(record.length);
      }
    },
  };
}

function readRecord(bytes: Buffer): { files: ChangedFile[]; length: number } | undefined {
  const headEnd = bytes.indexOf(0);
  const firstEnd = headEnd < 0 ? -1 : bytes.indexOf(0, headEnd + 1);
  if (firstEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const [, oldMode, newMode, oldSha, newSha, letter] =
    /^:(\d{6}) (\d{6}) ([0-9a-f]{40}) ([0-9a-f]{40}) ([A-Z])\d*$/.exec(head) ?? [];
  if (!oldMode || !newMode || !oldSha || !newSha || !letter) {
    throw new Error(`git gave an unknown raw diff record: ${head}`);
  }
  const oldPath = Buffer.from(bytes.subarray(headEnd + 1, firstEnd));
  const modes = { oldMode, newMode, oldSha, newSha };
  if (letter === 'R' || letter === 'C') {
    const secondEnd = bytes.indexOf(0, firstEnd + 1);
    if (secondEnd < 0) return undefined;
    const newPath = Buffer.from(bytes.subarray(firstEnd + 1, secondEnd));
    return { files: [{ status: 'renamed', ...modes, oldPath, newPath }], length: secondEnd + 1 };
  }
  const paths = { oldPath, newPath: oldPath };
  const length = firstEnd + 1;
  if (letter === 'A') return { files: [{ status: 'added', ...modes, ...paths }], length };
  if (letter === 'D') return { files: [{ status: 'deleted', ...modes, ...paths }], length };
  if (letter !== 'T') return { files: [{ status: 'modified', ...modes, ...paths }], length };
  // A file that became a link (or the like): git writes two patches, a deletion and a creation.
  return {
    files: [
      { status: 'deleted', ...modes, newMode: absentMode, newSha: absentSha, ...paths },
      { status: 'added', ...modes, oldMode: absentMode, oldSha: absentSha, ...paths },
    ],
    length,
  };
}

/** The line with which git begins the patch of a file, to find out which file a patch is for. */
export function patchHeader(file: ChangedFile): Buffer {
  return Buffer.concat([
    Buffer.from('diff --git '),
    quoted('a/', file.oldPath),
    Buffer.from(' '),
    quoted('b/', file.newPath),
  ]);
}

const escapes: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};

/** Git's C-style quoting with core.quotePath off. */
function quoted(prefix: string, path: Buffer): Buffer {
  const plain = path.every(
    (byte) => byte >= 0x20 && byte !== 0x22 && byte !== 0x5c && byte !== 0x7f,
  );
  if (plain) return Buffer.concat([Buffer.from(prefix), path]);
  const parts = [...path].map((byte) => {
    const escape = escapes[byte];
    if (escape) return Buffer.from(escape);
    if (byte >= 0x20 && byte !== 0x7f) return Buffer.from([byte]);
    return Buffer.from(`\\${byte.toString(8).padStart(3, '0')}`);
  });
  return Buffer.concat([Buffer.from(`"${prefix}`), ...parts, Buffer.from('"')]);
}
