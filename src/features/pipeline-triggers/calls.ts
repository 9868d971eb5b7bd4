import { fullPath } from '#contract/endpoint.ts';
import { pipelineTriggers } from '#contract/pipeline-triggers.ts';
import { quoted } from '../../api/curl.ts';
import { inputsOf, type TypedVariable } from '../../form/variables-field.tsx';

/** What a pipeline is to be started with. */
export interface Start {
  readonly ref: string;
  readonly variables: readonly Pick<TypedVariable, 'key' | 'value'>[];
  readonly inputs: readonly Pick<TypedVariable, 'key' | 'value'>[];
}

/** What the API takes of it besides the token. */
export const startBody = ({ ref, variables, inputs }: Start) => ({
  ref,
  ...(variables.length > 0 && {
    variables: Object.fromEntries(variables.map(({ key, value }) => [key, value])),
  }),
  ...(inputs.length > 0 && { inputs: inputsOf(inputs) }),
});

const addressOf = (path: string, values: Readonly<Record<string, string>>) =>
  path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''));

/** The command that starts it from a script; the token comes from the environment. */
export function startCurl(origin: string, project: number, start: Start): string {
  const fields: (readonly [string, string])[] = [
    ['ref', start.ref],
    ...start.variables.map(({ key, value }) => [`variables[${key}]`, value] as const),
    ...start.inputs.map(({ key, value }) => [`inputs[${key}]`, value] as const),
  ];
  const path = addressOf(fullPath(pipelineTriggers.start), { id: String(project) });
  return [
    'curl --request POST',
    '--form "token=$TRIGGER_TOKEN"',
    ...fields.map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`),
    quoted(origin + path),
  ].join(' \\\n  ');
}

/** The address that starts it from a hook; whoever enters it there puts the token in. */
export const hookAddress = (origin: string, project: number, ref: string): string =>
  `${origin}${addressOf(fullPath(pipelineTriggers.startForRef), { id: String(project), ref })}?token=TOKEN`;
