import IconArrowLeft from '@tabler/icons-react/icons/IconArrowLeft';
import { TextLink } from '../../lib/links.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Section } from '../../ui/page.tsx';
import { openapiWords as words } from '../../words/openapi.ts';
import { type ApiDocument, type Operation, typeText } from './document.ts';
import { MethodMark } from './method-mark.tsx';
import classes from './openapi.module.css';
import { SchemaFields } from './schema-fields.tsx';
import { TryIt } from './try-it.tsx';

/** What an operation takes, to fill in and send, and what it answers. */
export function OperationView(props: { document: ApiDocument; operation: Operation; q: string }) {
  const { document, operation, q } = props;
  const { method, path, summary, description, responses } = operation;
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  const refusals = responses.filter(({ status }) => !status.startsWith('2'));
  return (
    <article aria-label={summary}>
      <header className={classes.head}>
        <TextLink
          to="/help/api"
          search={q === '' ? {} : { q }}
          className={classes.back ?? ''}
          activeOptions={{ exact: true }}
        >
          <IconArrowLeft aria-hidden size={16} /> {words.back}
        </TextLink>
        <h2>{summary}</h2>
        <p className={classes.call}>
          <MethodMark method={method} />
          <code>{path}</code>
          <CopyButton value={path} label={words.copyPath} />
        </p>
        <p className={classes.quiet}>{description}</p>
      </header>
      <TryIt operation={operation} />
      <Section title={words.answers}>
        {successes.map(({ status, description: told, media, schema }) => (
          <div key={status} className={classes.response}>
            <h3>
              <code>{status}</code> {told}
              <span className={classes.type}>
                {schema === undefined ? (media ?? words.noBody) : typeText(schema)}
              </span>
            </h3>
            {schema !== undefined && <SchemaFields document={document} schema={schema} />}
          </div>
        ))}
      </Section>
      <Section title={words.refusals}>
        <ul className={classes.refusals}>
          {refusals.map(({ status, description: told }) => (
            <li key={status}>
              <code>{status}</code> {told}
            </li>
          ))}
        </ul>
      </Section>
    </article>
  );
}
