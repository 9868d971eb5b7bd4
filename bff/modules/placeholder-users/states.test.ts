import { describe, expect, it } from 'vitest';
import { type SourceUserStatus, sourceUserStatuses } from '#contract/own-reassignments.ts';
import { allows, type SourceUserEvent, transitions } from './states.ts';

/** The table of the specification, and the one way out of `failed` that owners have. */
const table: Record<SourceUserEvent, [SourceUserStatus[], SourceUserStatus]> = {
  reassign: [['pending_reassignment', 'rejected'], 'awaiting_approval'],
  accept: [['awaiting_approval'], 'reassignment_in_progress'],
  reject: [['awaiting_approval'], 'rejected'],
  cancel: [['awaiting_approval', 'rejected'], 'pending_reassignment'],
  finish: [['reassignment_in_progress'], 'completed'],
  fail: [['reassignment_in_progress'], 'failed'],
  keep: [['pending_reassignment', 'rejected'], 'keep_as_placeholder'],
  retry: [['failed'], 'reassignment_in_progress'],
};

describe('what can happen to people of imports', () => {
  it('is the seven states and what leads from one to another', () => {
    expect(sourceUserStatuses).toHaveLength(7);
    expect(Object.keys(transitions).sort()).toEqual(Object.keys(table).sort());
    for (const [event, [from, to]] of Object.entries(table)) {
      // The keys of the table.
      const name = event as SourceUserEvent;
      expect([name, transitions[name].to]).toEqual([name, to]);
      for (const status of sourceUserStatuses) {
        expect([name, status, allows(name, status)]).toEqual([name, status, from.includes(status)]);
      }
    }
  });

  // Safe: the keys of the table.
  const pairs = (Object.keys(table) as SourceUserEvent[]).flatMap((event) =>
    sourceUserStatuses.map((status) => [event, status, table[event][0].includes(status)] as const),
  );
  it.each(pairs)('%s from %s: %s', (event, status, may) => {
    expect(allows(event, status)).toBe(may);
  });
});
