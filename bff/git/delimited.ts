/**
 * Builds git's `--format` and the parser of its output from one map of fields. Fields end with
 * NUL, which no text in a commit can contain; git ends each record with a line break.
 */
export function delimited<Key extends string>(
  fields: Readonly<Record<Key, string>>,
  nul: '%x00' | '%00',
): { readonly format: string; parse(output: Buffer): Record<Key, string>[] } {
  // Object.keys loses the key type; the map was typed by exactly these keys.
  const keys = Object.keys(fields) as Key[];
  return {
    format: keys.map((key) => fields[key] + nul).join(''),
    parse: (output) => {
      const parts = output.toString('utf8').split('\0');
      const records: Record<Key, string>[] = [];
      for (let start = 0; start + keys.length < parts.length; start += keys.length) {
        const pairs = keys.map((key, index) => {
          const text = parts[start + index] ?? '';
          return [key, index === 0 && start > 0 ? text.slice(1) : text] as const;
        });
        // fromEntries widens the keys to string; they are the keys of the map.
        records.push(Object.fromEntries(pairs) as Record<Key, string>);
      }
      return records;
    },
  };
}
