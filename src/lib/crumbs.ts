import type {} from '@tanstack/react-router';

/** One step of the breadcrumb; the last one is the screen itself and needs no link. */
export interface Crumb {
  readonly label: string;
  /** Of a user: the name stands in place of the label once it is known. */
  readonly userId?: number;
  readonly link?: { readonly to: string; readonly params?: Readonly<Record<string, string>> };
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
