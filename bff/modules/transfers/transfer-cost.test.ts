import { type KyselyPlugin, RawNode } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { exchangeLabel } from '../labels/rules.ts';
import {
  dropLeftMilestones,
  dropLeftParents,
  findUsableGroupLabel,
  listLeftEpicLabels,
  listLeftLabels,
  projectsBelow,
} from './repository.ts';

/** Asks SQLite how it would run what is run, in place of running it. */
function planning(steps: string[]): KyselyPlugin {
  return {
    transformQuery: ({ node }) => RawNode.create(['explain query plan ', ''], [node]),
    transformResult: ({ result }) => {
      steps.push(...result.rows.map((row) => String(row['detail'])));
      return Promise.resolve({ ...result, rows: [] });
    },
  };
}

it('a transfer looks up what the moved projects hold, and walks no table of the instance', async () => {
  const app = await createTestApp();
  const steps: string[] = [];
  const db = app.deps.db.withPlugin(planning(steps));
  await listLeftLabels(db, projectsBelow(1));
  await exchangeLabel({ ...app.ctx, db }, { from: 1, to: 2 }, { projectId: 1 });
  await exchangeLabel({ ...app.ctx, db }, { from: 1, to: 2 }, { epicsBelow: 1 });
  await listLeftEpicLabels(db, 1);
  await findUsableGroupLabel(db, 1, 'left');
  await dropLeftParents(db, 1);
  await dropLeftMilestones(db, projectsBelow(1));
  await app.close();
  expect(steps.length).toBeGreaterThan(20);
  // `carried` is what was found; half a key would be every link of a kind.
  const walks = steps.filter((step) => /^SCAN (?!carried)|\(target_type=\?\)$/.test(step));
  expect(walks).toEqual([]);
});
