import type { Visibility } from '#contract/common.ts';
import { invalid } from '../../errors.ts';
import { pathProblem } from '../namespaces/paths.ts';
import type { Namespace } from '../namespaces/rules.ts';

const openness: readonly Visibility[] = ['private', 'internal', 'public'];

/** Is one visibility more open than the other? */
export const moreOpen = (a: Visibility, b: Visibility) => openness.indexOf(a) > openness.indexOf(b);

/** Letters, digits, emoji (with their joiners) and a few signs. */
const namePattern =
  /^[\p{L}\p{N}\p{Extended_Pictographic}_](?:[\p{L}\p{N}\p{Extended_Pictographic}_. +()-]|\uFE0F|\u200D)*$/u;

/** Throws 400 for a name or path that no project may have. */
export function checkNames(body: { name?: string; path?: string }): void {
  const problems: Record<string, string[]> = {};
  if (body.name !== undefined && [...body.name].length > 255) {
    problems.name = ['is too long (maximum is 255 characters)'];
  }
  if (body.name !== undefined && !namePattern.test(body.name)) {
    problems.name = [
      "can contain only letters, digits, emoji, '_', '.', '+', dashes, or spaces. It must start with a letter, digit, emoji, or '_'.",
    ];
  }
  if (body.path !== undefined) {
    const text = pathProblem(body.path);
    if (text !== undefined) problems.path = [text];
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

/** This visibility, or the namespace's where that is less open. */
export const mostOpenInside = (visibility: Visibility, namespace: Namespace): Visibility =>
  namespace.kind === 'group' && moreOpen(visibility, namespace.visibility)
    ? namespace.visibility
    : visibility;

/** Throws 400 for a visibility that is more open than the group. */
export function checkInside(visibility: Visibility, namespace: Namespace): void {
  if (namespace.kind === 'group' && moreOpen(visibility, namespace.visibility)) {
    throw invalid({
      visibility_level: [`${visibility} is not allowed in a ${namespace.visibility} group.`],
    });
  }
}
