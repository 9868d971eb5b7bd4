import { describe, expect, it } from 'vitest';
import { fault, names, plan } from '../testing/ci-plan.ts';

const script = 'script: make';

describe('a CI file', () => {
  it('makes jobs in stages', async () => {
    const planned = await plan(`
stages: [build, check]
default: { tags: [linux] }
compile: { stage: build, ${script} }
unit: { stage: check, ${script}, needs: [compile], allow_failure: true }
late: { stage: .post, ${script}, when: always }
.hidden: { ${script} }
`);
    if ('refusal' in planned) throw new Error(planned.refusal);
    expect(planned.jobs.map((job) => [job.name, job.stageIndex, job.needs])).toEqual([
      ['compile', 1, undefined],
      ['unit', 2, ['compile']],
      ['late', 3, undefined],
    ]);
    expect(planned.jobs.map((job) => job.allowFailure)).toEqual([false, true, false]);
    expect(planned.jobs[0]?.tags).toEqual(['linux']);
  });

  it('takes names that JavaScript would reorder or inherit', async () => {
    const text = `b: { ${script} }\n1: { ${script} }\n__proto__: { ${script} }\nconstructor: { ${script} }`;
    expect(await names(text)).toEqual(['b', '1', '__proto__', 'constructor']);
  });

  it('asks the rules of each job in order', async () => {
    const text = `
a:
  ${script}
  rules:
    - if: $CI_COMMIT_TAG
      when: manual
    - if: $CI_COMMIT_BRANCH == "main"
    - when: never
b:
  ${script}
  rules: [{ if: '$CI_COMMIT_BRANCH =~ /^feature/', allow_failure: true }, { when: delayed, start_in: 2 hours }]
c: { ${script}, rules: [{ if: '$DEEP == "yes"', when: always }] }
`;
    expect(await names(text)).toEqual(['a', 'b:delayed']);
    expect(await names(text, { tag: true, ref: 'v1' })).toEqual(['a:manual', 'b:delayed']);
    expect(await names(text, { ref: 'feature/x', given: { DEEP: 'yes' } })).toEqual([
      'b',
      'c:always',
    ]);
    const planned = await plan(text);
    if ('refusal' in planned) throw new Error(planned.refusal);
    expect(planned.jobs.map((job) => job.startIn)).toEqual([undefined, 7200]);
  });

  it('lets variables of the pipeline win over those of the file', async () => {
    const text = `
variables: { LEVEL: low, SHARED: { value: file, description: x } }
a: { ${script}, rules: [{ if: '$LEVEL == "low"' }] }
b: { ${script}, variables: { LEVEL: job }, rules: [{ if: '$LEVEL == "job"' }] }
c: { ${script}, rules: [{ if: '$LEVEL == "high"' }] }
d: { ${script}, rules: [{ if: '$SHARED == "file"' }] }
`;
    expect(await names(text)).toEqual(['a', 'b', 'd']);
    expect(await names(text, { given: { LEVEL: 'high' } })).toEqual(['c', 'd']);
  });

  it('makes no pipeline where the workflow says so or no job is left', async () => {
    const text = `
workflow:
  name: 'Of $CI_COMMIT_BRANCH in $DEPTH'
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
      when: never
    - if: $CI_COMMIT_BRANCH == "main"
      variables: { DEPTH: deep }
a: { ${script}, rules: [{ if: '$DEPTH == "deep"' }] }
`;
    const planned = await plan(text);
    expect('refusal' in planned ? planned.refusal : planned.name).toBe('Of main in deep');
    expect(await names(text, { ref: 'x' })).toBe('workflow');
    expect(await names(text, { source: 'merge_request_event' })).toBe('workflow');
    expect(await names(`a: { ${script}, rules: [{ if: $GHOST }] }`)).toBe('empty');
    expect(await names(`a: { ${script}, stage: .post }`)).toBe('empty');
  });

  it('understands only and except', async () => {
    const text = `
plain: { ${script} }
branches: { ${script}, only: [branches] }
tags: { ${script}, only: [tags] }
main: { ${script}, only: [main] }
pattern: { ${script}, only: ['/^v\\d+/'] }
insensitive: { ${script}, only: [/^MAIN$/i] }
scheduled: { ${script}, only: [schedules] }
mr: { ${script}, only: { refs: [merge_requests] } }
no-schedule: { ${script}, except: [schedules] }
variables: { ${script}, only: { refs: [branches], variables: ['$RELEASE'] } }
foreign: { ${script}, only: ['main@other/place'] }
ours: { ${script}, only: ['main@harbour/crane'] }
changes: { ${script}, only: { changes: ['docs/**/*.md'] } }
`;
    expect(await names(text, { changed: ['src/a.ts'] })).toEqual([
      'plain',
      'branches',
      'main',
      'insensitive',
      'no-schedule',
      'ours',
    ]);
    expect(await names(text, { tag: true, ref: 'v12' })).toEqual([
      'plain',
      'tags',
      'pattern',
      'no-schedule',
      'changes',
    ]);
    expect(await names(text, { source: 'schedule', given: { RELEASE: '1' } })).toContain(
      'scheduled',
    );
    expect(await names(text, { source: 'merge_request_event', ref: 'x' })).toEqual([
      'mr',
      'changes',
    ]);
    expect(await names(text, { changed: ['docs/deep/down/a.md'] })).toContain('changes');
  });

  it('without rules runs in every pipeline once the workflow has rules', async () => {
    const text = `workflow: { rules: [{ when: always }] }\na: { ${script} }`;
    expect(await names(text, { source: 'merge_request_event' })).toEqual(['a']);
  });

  it('asks for changed and existing files', async () => {
    const text = `
a: { ${script}, rules: [{ changes: ['src/*.ts', Makefile] }] }
b: { ${script}, rules: [{ exists: ['**/package.json'] }] }
c: { ${script}, rules: [{ changes: { paths: ['{docs,guide}/**'] } }] }
`;
    const files = { 'web/package.json': '{}' };
    expect(await names(text, { changed: ['src/a.ts'] })).toEqual(['a']);
    expect(await names(text, { changed: ['src/deep/a.ts'], files })).toEqual(['b']);
    expect(await names(text, { changed: ['guide/x/y'] })).toEqual(['c']);
    expect(await names(text, { files })).toEqual(['a', 'b', 'c']);
  });

  it('extends hidden jobs, deeply and in order', async () => {
    const text = `
.base: { ${script}, stage: build, variables: { A: base, B: base } }
.more: { extends: .base, variables: { B: more } }
a: { extends: [.more], variables: { C: own }, rules: [{ if: '$A == "base" && $B == "more" && $C == "own"' }] }
b: { extends: [.base, .more], stage: deploy }
`;
    const planned = await plan(text);
    if ('refusal' in planned) throw new Error(planned.refusal);
    expect(planned.jobs.map((job) => [job.name, job.stage])).toEqual([
      ['a', 'build'],
      ['b', 'deploy'],
    ]);
  });

  it('follows anchors, merge keys and references', async () => {
    const text = `
.shared: &shared { stage: deploy, ${script} }
.rules:
  on-main: { rules: [{ if: '$CI_COMMIT_BRANCH == "main"' }] }
a: { <<: *shared, stage: build }
b:
  <<: *shared
  rules:
    - !reference [.rules, on-main, rules]
    - { when: never }
c: { script: [!reference [a, script]], rules: !reference [.rules, on-main, rules] }
`;
    const planned = await plan(text);
    if ('refusal' in planned) throw new Error(planned.refusal);
    expect(planned.jobs.map((job) => `${job.name} ${job.stage}`)).toEqual([
      'a build',
      'b deploy',
      'c test',
    ]);
    expect(await names(text, { ref: 'x' })).toEqual(['a']);
  });

  it('includes local files, with patterns, rules and inputs', async () => {
    const files = {
      'ci/build.yml': `build: { stage: build, ${script} }`,
      'ci/one.yml': `one: { ${script} }`,
      'ci/two.yml': `include: /ci/deep.yml\ntwo: { ${script}, when: manual }`,
      'ci/deep.yml': `deep: { ${script} }`,
      'job.yml': `spec: { inputs: { name: {}, stage: { default: deploy, options: [test, deploy] } } }\n---\n'$[[ inputs.name ]]-job':\n  stage: $[[ inputs.stage ]]\n  ${script}`,
    };
    const text = `
include:
  - local: /ci/*.yml
  - { local: job.yml, inputs: { name: crane } }
  - { local: job.yml, inputs: { name: buoy, stage: test } }
  - { local: ghost.yml, rules: [{ if: $GHOST }] }
  - template: Security/SAST.yml
two: { when: always }
`;
    expect(await names(text, { files })).toEqual([
      'build',
      'one',
      'deep',
      'two:always',
      'crane-job',
      'buoy-job',
    ]);
    expect(await fault('include: ghost.yml', { files })).toBe(
      'Local file `ghost.yml` does not exist!',
    );
    const wrong = 'include: { local: job.yml, inputs: { name: x, stage: moon } }';
    expect(await fault(wrong, { files })).toContain('not in the list of allowed options');
  });

  it('keeps keywords that it does not read', async () => {
    const text = `
image: node
cache: { paths: [x] }
a: { ${script}, image: { name: x }, artifacts: { paths: [y] }, parallel: 3, retry: 2, unknown: 1 }
pages: { ${script} }
`;
    expect(await names(text)).toEqual(['a', 'pages']);
  });

  it.each([
    ['', 'Invalid configuration format'],
    ['- a', 'Invalid configuration format'],
    ['a: [', 'Invalid YAML'],
    ['variables: { A: b }', 'jobs config should contain at least one visible job'],
    [
      'a: { stage: build }',
      'jobs:a config should implement the script:, run:, or trigger: keyword',
    ],
    ['a: nonsense', 'jobs:a config should implement'],
    [`a: { ${script}, stage: moon }`, 'a job: chosen stage moon does not exist'],
    [`a: { ${script}, when: sometimes }`, 'jobs:a:when should be one of'],
    [
      `a: { ${script}, rules: [{ if: '$A ==' }] }`,
      'jobs:a:rules:rule if invalid expression syntax',
    ],
    [`a: { ${script}, rules: always }`, 'jobs:a:rules should be an array'],
    [`a: { ${script}, rules: [], only: [x] }`, 'may not be used with `rules`'],
    [`a: { ${script}, needs: [b] }`, 'a job: need b is not defined in current or prior stages'],
    [`a: { ${script}, needs: [b] }\nb: { ${script}, needs: [a] }`, 'circular dependencies'],
    [
      `a: { ${script}, stage: build, needs: [b] }\nb: { ${script} }`,
      'a job: need b is not defined',
    ],
    [`a: { ${script}, extends: .b }`, 'a: unknown keys in `extends` (.b)'],
    [`.a: { extends: .b }\n.b: { extends: .a }\nc: { extends: .a }`, 'circular dependency'],
    [`a: { script: !reference [b, script] }`, '!reference ["b","script"] could not be found'],
    [`.a: !reference [.b]\n.b: !reference [.a]`, 'circular chain'],
    [`a: { ${script}, allow_failure: perhaps }`, 'jobs:a:allow_failure'],
    [`a: { ${script}, when: delayed, start_in: soon }`, 'jobs:a:start_in'],
    ['variables: [a]\na: { script: x }', 'variables config should be a hash'],
    ['stages: build\na: { script: x }', 'stages config should be an array'],
    ['a: *b', 'unknown alias b'],
    [`${'a'.repeat(256)}: { script: x }`, 'jobs name is too long'],
  ])('is refused: %s', async (text, problem) => {
    expect(await fault(text)).toContain(problem);
  });

  it('a job may not need one that the rules left out, unless it is optional', async () => {
    const text = (need: string) => `
a: { ${script}, stage: build, rules: [{ if: $GHOST }] }
b: { ${script}, needs: [${need}] }
`;
    expect(await names(text('a'))).toBe('needs');
    expect(await names(text('{ job: a, optional: true }'))).toEqual(['b']);
  });
});
