import { initials } from '../lib/format.ts';
import classes from './marks.module.css';
import hidden from './spoken.module.css';

/** Initials on grey; on indigo for whoever is signed in. */
export function UserAvatar(props: { name: string; isSelf?: boolean; small?: boolean }) {
  return (
    <span
      className={classes.avatar}
      data-self={props.isSelf || undefined}
      data-small={props.small || undefined}
      aria-hidden
    >
      {initials(props.name)}
    </span>
  );
}

/** Avatar and name. */
export function Person(props: { name: string; isSelf?: boolean }) {
  return (
    <span className={classes.person}>
      <UserAvatar small {...props} />
      <span>{props.name}</span>
    </span>
  );
}

/** Several people as avatars; their names are heard, and shown under the pointer. */
export function People(props: {
  people: readonly { readonly id: number; readonly name: string }[];
  self: number;
}) {
  return (
    <span className={classes.people}>
      {props.people.map(({ id, name }) => (
        <span key={id} title={name}>
          <UserAvatar name={name} isSelf={id === props.self} />
          <span className={hidden.spoken}>{name}</span>
        </span>
      ))}
    </span>
  );
}

/** A label: its colour is a dot, never the ground. */
export function LabelChip(props: { name: string; color: string | undefined }) {
  return (
    <span className={classes.chip}>
      {props.color !== undefined && (
        <span className={classes.dot} style={{ backgroundColor: props.color }} aria-hidden />
      )}
      {props.name}
    </span>
  );
}

/** Keys, hashes and refs in running text. */
export function Mono({ children }: { children: string }) {
  return <code className={classes.mono}>{children}</code>;
}

/** A name, and below it, quieter, what tells it apart; whole under the pointer. */
export function Named({ name, detail }: { name: string; detail: string }) {
  return (
    <span className={classes.named}>
      <span title={name}>{name}</span>
      <span title={detail}>{detail}</span>
    </span>
  );
}

/** A branch or tag on its own ground. */
export function Ref({ name }: { name: string }) {
  return (
    <code className={classes.ref} title={name}>
      {name}
    </code>
  );
}

/** Lines added and removed. */
export function LineCounts(props: { added: number; removed: number }) {
  return (
    <span className={classes.counts}>
      <span className={classes.plus}>+{props.added}</span>
      <span className={classes.minus}>−{props.removed}</span>
    </span>
  );
}
