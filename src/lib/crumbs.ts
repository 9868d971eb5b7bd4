import type { LinkProps } from '@tanstack/react-router';

/** One step of the breadcrumb; the last one is the screen itself and needs no link. */
export interface Crumb {
  readonly label: string;
  readonly link?: Pick<LinkProps, 'to' | 'params'>;
}

/** What a screen belongs to: it decides the second rail. */
export type SectionName = 'project' | 'group' | 'admin' | 'profile';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    crumbs?: (params: Readonly<Record<string, string>>) => readonly Crumb[];
    section?: SectionName;
    /** The screen needs the width: the second rail waits behind a button. */
    folded?: boolean;
  }
}
