import { useState } from 'react';
import { openapiWords as words } from '../../words/openapi.ts';
import { type ApiDocument, objectOf, type Schema, typeText } from './document.ts';
import classes from './openapi.module.css';

/** Fields of an object; what has fields of its own opens. */
export function SchemaFields({ document, schema }: { document: ApiDocument; schema: Schema }) {
  const object = objectOf(document, schema);
  if (object?.properties === undefined) return null;
  const always = new Set(object.required);
  return (
    <ul className={classes.fields}>
      {Object.entries(object.properties).map(([name, field]) => (
        <li key={name}>
          <Row document={document} name={name} field={field} isAlways={always.has(name)} />
        </li>
      ))}
    </ul>
  );
}

function Row(props: { document: ApiDocument; name: string; field: Schema; isAlways: boolean }) {
  const { document, name, field, isAlways } = props;
  const [isOpen, setIsOpen] = useState(false);
  const told = (
    <>
      <code>{name}</code> <span className={classes.type}>{typeText(field)}</span>
      {!isAlways && <span className={classes.maybe}>{words.maybe}</span>}
      {field.description !== undefined && <span className={classes.help}>{field.description}</span>}
    </>
  );
  if (objectOf(document, field) === undefined) return told;
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{told}</summary>
      {/* A record may hold its own kind: what is closed is not written. */}
      {isOpen && <SchemaFields document={document} schema={field} />}
    </details>
  );
}
