import { describe, expect, it } from 'vitest';
import { fault, names, plan } from '../testing/ci-plan.ts';
import type { InputValue } from './inputs.ts';
import { CiFileError } from './value.ts';

const script = 'script: make';

describe('inputs of a CI file', () => {
  const text = `
spec:
  inputs:
    env: { options: [test, live] }
    count: { type: number, default: 1 }
    loud: { type: boolean, default: false }
    list: { type: array, default: [] }
    version: { default: v1.0, regex: ^v\\d+\\.\\d+$ }
---
'job $[[ inputs.env ]] $[[ inputs.count ]] $[[ inputs.version | truncate(1,3) ]]':
  script: x
  rules:
    - if: '"$[[ inputs.env ]]" == "live"'
      when: manual
    - when: always
`;

  it('are put in where their names stand, with their types', async () => {
    expect(await names(text, { inputs: { env: 'test' } })).toEqual(['job test 1 1.0:always']);
    expect(await names(text, { inputs: { env: 'live', count: '7', version: 'v2.3' } })).toEqual([
      'job live 7 2.3:manual',
    ]);
    const typed = `spec: { inputs: { flags: { type: array }, fails: { type: boolean } } }
---
a: { script: x, allow_failure: '$[[ inputs.fails ]]', tags: '$[[ inputs.flags ]]' }`;
    const planned = await plan(typed, { inputs: { flags: ['a', 'b'], fails: 'true' } });
    if ('refusal' in planned) throw new Error(planned.refusal);
    expect([planned.jobs[0]?.tags, planned.jobs[0]?.allowFailure]).toEqual([['a', 'b'], true]);
  });

  it.each<[Record<string, InputValue>, string]>([
    [{}, '`env` input: required value has not been provided'],
    [{ env: 'moon' }, 'cannot be used because it is not in the list of allowed options'],
    [{ env: 'test', count: 'many' }, '`count` input: provided value is not a number'],
    [{ env: 'test', loud: 3 }, '`loud` input: provided value is not a boolean'],
    [{ env: 'test', list: 'x' }, '`list` input: provided value is not an array'],
    [{ env: 5 }, '`env` input: provided value is not a string'],
    [{ env: 'test', version: '1' }, 'does not match required RegEx pattern'],
    [{ env: 'test', ghost: 1 }, 'Given inputs not defined in the `spec` section'],
  ])('%j is refused', async (inputs, problem) => {
    const error = await plan(text, { inputs }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CiFileError);
    expect(error).toMatchObject({ kind: 'inputs' });
    expect(String(error)).toContain(problem);
  });

  it('given to a file that declares none are refused', async () => {
    expect(await fault(`a: { ${script} }`, { inputs: { x: 1 } })).toContain('not defined');
  });
});
