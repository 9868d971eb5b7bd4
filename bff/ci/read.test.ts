import { describe, expect, it } from 'vitest';
import { planCiFile } from './read.ts';
import { planHere, type PlanSources, type PlanTask } from './task.ts';
import { defaultCiLimits } from './value.ts';

const task = (text: string): PlanTask => ({
  path: '.gitlab-ci.yml',
  text,
  inputs: {},
  limits: defaultCiLimits,
  ref: { ref: 'main', tag: false, source: 'push', projectPath: 'harbour/crane' },
  predefined: [['CI_COMMIT_BRANCH', 'main']],
  given: [],
});

const files: Record<string, string> = { 'a.yml': 'deep: { script: x }', 'src/b.ts': '' };
const sources: PlanSources = {
  read: (path) => Promise.resolve(files[path]),
  list: () => Promise.resolve(Object.keys(files)),
  changed: () => Promise.resolve(['src/b.ts']),
};

/** As many bytes as no server reads in its own thread. */
const large = `# ${'x'.repeat(5000)}\n`;

const text = `
include: a.yml
one: { script: x, rules: [{ changes: ['src/*'], exists: ['*.yml'] }] }
two: { script: x, rules: [{ changes: ['docs/*'] }] }
`;

describe('planCiFile', () => {
  it('answers the same from its own thread and from another', async () => {
    const here = await planHere(task(large + text), sources);
    expect(here).toMatchObject({ outcome: 'planned' });
    expect(await planCiFile(task(large + text), sources)).toEqual(here);
    expect(await planCiFile(task(text), sources)).toEqual(here);
    const broken = await planCiFile(task(`${large}a: [`), sources);
    expect(broken).toMatchObject({ outcome: 'fault', kind: 'yaml' });
  });

  it('moves to a thread when an included file is not small', async () => {
    const long = { ...sources, read: () => Promise.resolve(`${large}deep: { script: x }`) };
    expect(await planCiFile(task(text), long)).toMatchObject({
      outcome: 'planned',
      plan: { jobs: [{ name: 'deep' }, { name: 'one' }] },
    });
  });

  it('fails as its sources fail', async () => {
    const failing = { ...sources, list: () => Promise.reject(new Error('no tree')) };
    await expect(planCiFile(task(large + text), failing)).rejects.toThrow('no tree');
    expect(await planCiFile(task(large + text), sources)).toMatchObject({ outcome: 'planned' });
  });

  it('ends a thread that never comes back, and works on', async () => {
    const endless = `${'&a '.repeat(300_000)}\n`;
    const slow = await planCiFile(task(endless), sources);
    expect(slow).toMatchObject({ outcome: 'fault' });
    expect(await planCiFile(task(large + text), sources)).toMatchObject({ outcome: 'planned' });
  });
});
