import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { type DeployKeyPreview, previews } from '#contract/previews.ts';
import { queryOf } from '../api/client.ts';
import { Mono } from '../ui/marks.tsx';
import { deployKeyWords } from '../words/deploy-keys.ts';
import classes from './form.module.css';
import { TextareaField } from './textarea-field.tsx';

const words = deployKeyWords.findings;

/** A pasted public key; below it what the server says that it is, as it is typed. */
export function KeyField<I extends FieldValues, O>(props: {
  control: Control<I, unknown, O>;
  name: FieldPath<I>;
  /** The project that would get it. */
  project?: string;
}) {
  const { control, name, project } = props;
  const key = String(useWatch({ control, name }) ?? '');
  const [asked] = useDebouncedValue(key, 200);
  const { data } = useQuery({
    ...queryOf(previews.deployKey, { key: asked, ...(project !== undefined && { project }) }),
    placeholderData: keepPreviousData,
    enabled: asked.trim() !== '',
  });
  return (
    <>
      <TextareaField
        control={control}
        name={name}
        label={deployKeyWords.form.key}
        help={deployKeyWords.form.keyHelp}
        required
      />
      <section aria-label={words.title} aria-live="polite" className={classes.findings}>
        {asked.trim() === '' || data === undefined ? (
          <p>{words.waiting}</p>
        ) : (
          <Findings found={data} isShared={project !== undefined} />
        )}
      </section>
    </>
  );
}

function Findings({ found, isShared }: { found: DeployKeyPreview; isShared: boolean }) {
  const { type, bits, comment, fingerprint_sha256: print } = found;
  return (
    <>
      {type !== null && bits !== null && (
        <p>{[deployKeyWords.type(type, bits), comment].filter(Boolean).join(' · ')}</p>
      )}
      {print !== null && <Mono>{print}</Mono>}
      {Object.entries(found.problems).flatMap(([field, texts]) =>
        texts.map((text) => (
          <p key={field + text} className={classes.problem}>
            {words.problems(field, text)}
          </p>
        )),
      )}
      {isShared && found.known === 'here' && <p>{words.here}</p>}
      {isShared && found.known === 'joins' && <p>{words.joins(found.known_title ?? '')}</p>}
      {type !== null && !found.works_for_git && <p>{words.notForGit}</p>}
    </>
  );
}
