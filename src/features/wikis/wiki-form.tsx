import { Button, FileButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import type { Upload } from '#contract/common.ts';
import { wikiAttachments } from '#contract/wiki-attachments.ts';
import { wikiFormats, wikiScreens, wikis } from '#contract/wikis.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { Card, Section } from '../../ui/page.tsx';
import { wikiWords } from '../../words/wikis.ts';
import { PageText } from './page-text.tsx';
import { touched, type WikiPage } from './queries.ts';
import classes from './wikis.module.css';

const words = wikiWords.form;

const formBody = wikis.create.body;
type Values = z.input<typeof formBody>;

const formats = wikiFormats.map((value) => ({ value, label: words.formats[value] }));

/** What a page says, and where it stands: a new one, or `page` as it is changed. */
export function WikiForm(props: {
  project: string;
  page?: WikiPage;
  /** Of a new page. */
  title?: string | undefined;
  cancel: ReactNode;
}) {
  const { project, page, title = '', cancel } = props;
  const isNew = page === undefined;
  const navigate = useNavigate();
  const create = useCommand(wikis.create, {
    invalidates: touched,
    done: (made) => words.made(made.title),
  });
  const update = useCommand(wikis.update, {
    invalidates: touched,
    done: (saved) => words.saved(saved.title),
  });
  const begun = (page?.slug ?? title).replaceAll('-', ' ');
  // What was read when writing began: a later reading is not what the text is made from.
  const [seen] = useState(page?.commit_id);
  const form = useContractForm(formBody, {
    title: begun,
    format: page?.format ?? 'markdown',
    content: page?.content ?? '',
    message: '',
  });
  const { control } = form;
  const input = ({ title: place, ...rest }: Values) =>
    page === undefined
      ? { id: project, title: place, ...rest }
      : {
          id: project,
          slug: page.slug,
          ...rest,
          // From the top: what the field shows is the whole place of the page.
          ...(place !== begun && { title: `/${place.replace(/^\//, '')}` }),
          ...(seen !== undefined && { last_commit_id: seen }),
        };
  const save = (typed: Values) =>
    page === undefined
      ? create.mutateAsync({ id: project, ...typed })
      : update.mutateAsync({ ...input(typed), slug: page.slug });
  return (
    <Form
      form={form}
      request={(typed) => ({ endpoint: isNew ? wikis.create : wikis.update, input: input(typed) })}
      onSubmit={async (values) => {
        const { slug } = await save(values);
        await navigate({
          to: '/projects/$project/wiki/pages/$page',
          params: { project, page: slug },
        });
      }}
      bar={
        <SubmitBar
          form={form}
          label={isNew ? words.submit : words.save}
          needsChange={!isNew}
          cancel={cancel}
        />
      }
      aside={<Preview control={control} project={project} />}
    >
      <TextField
        control={control}
        name="title"
        label={words.title}
        help={words.titleHelp}
        required
        autoFocus={isNew}
      />
      <SelectField control={control} name="format" label={words.format} choices={formats} />
      <TextareaField
        control={control}
        name="content"
        label={words.content}
        help={words.contentHelp}
        rows={16}
        required
        mono
        autoFocus={!isNew}
      />
      <AttachFile
        project={project}
        onAttached={(markdown) => {
          const written = form.getValues('content').trimEnd();
          const content = written === '' ? markdown : `${written}\n\n${markdown}`;
          form.setValue('content', `${content}\n`, { shouldDirty: true, shouldValidate: true });
        }}
      />
      <TextField control={control} name="message" label={words.message} help={words.messageHelp} />
    </Form>
  );
}

/** Puts a file beside the pages, and its name into this one. */
function AttachFile(props: { project: string; onAttached: (markdown: string) => void }) {
  const { project, onAttached } = props;
  const attach = useCommand(wikiAttachments.create, {
    invalidates: [wikiScreens.overview],
    done: (made) => words.attached(made.file_name),
  });
  const take = (file: File | null) => {
    if (file === null) return;
    // Safe: what a body names as a file is sent as the one that was chosen.
    const input = { id: project, file: file as unknown as Upload };
    attach.mutate(input, { onSuccess: ({ link }) => onAttached(link.markdown) });
  };
  return (
    <div>
      <FileButton onChange={take}>
        {(button) => (
          <Button {...button} variant="default" size="compact-sm" loading={attach.isPending}>
            {words.attach}
          </Button>
        )}
      </FileButton>
    </div>
  );
}

/** The page as it will be. */
function Preview(props: {
  control: Control<Values, unknown, z.output<typeof formBody>>;
  project: string;
}) {
  const { control, project } = props;
  const [title, content, format] = useWatch({ control, name: ['title', 'content', 'format'] });
  const shown = useDeferredValue(content);
  const which = { project, slug: title.trim().replaceAll(' ', '-') };
  const box = useRef<HTMLDivElement>(null);
  const run = () => {
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.focus();
  };
  useScreenActions([{ id: 'wiki preview', label: words.toPreview, run }]);
  return (
    <Section title={words.preview}>
      <Card>
        <div ref={box} tabIndex={-1} className={`${classes.text} ${classes.preview}`}>
          {shown.trim() === '' ? (
            <p className={classes.quiet}>{words.previewEmpty}</p>
          ) : (
            <PageText which={which} page={{ content: shown, format: format ?? 'markdown' }} />
          )}
        </div>
      </Card>
    </Section>
  );
}
