import type { Crumb } from '../../lib/crumbs.ts';

/** Groups on the way to a full path, each with its link. */
export function groupCrumbs(fullPath: string): readonly Crumb[] {
  const names = fullPath.split('/');
  return names.map((label, index) => ({
    label,
    link: { to: '/groups/$group', params: { group: names.slice(0, index + 1).join('/') } },
  }));
}

/** The namespace of a project and the project. */
export function projectCrumbs(fullPath: string): readonly Crumb[] {
  const names = fullPath.split('/');
  const label = names.pop() ?? fullPath;
  return [
    ...(names.length > 0 ? groupCrumbs(names.join('/')) : []),
    { label, link: { to: '/projects/$project', params: { project: fullPath } } },
  ];
}
