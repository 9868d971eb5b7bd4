import type { AnyRouter } from '@tanstack/react-router';

/** A screen that can be jumped to. */
export interface Screen {
  readonly id: string;
  readonly title: string;
  readonly to: string;
}

interface Route {
  readonly id: string;
  readonly fullPath: string;
  readonly parentRoute?: Route;
  readonly children?: unknown;
  readonly options: {
    readonly staticData?: {
      crumbs?: (params: Readonly<Record<string, string>>) => readonly { label: string }[];
    };
  };
}

type Place = Readonly<{ project?: string | undefined; group?: string | undefined }>;

function titleOf(route: Route, params: Readonly<Record<string, string>>): string {
  const own = (route.options.staticData?.crumbs?.(params) ?? []).map(({ label }) => label);
  const above = route.parentRoute === undefined ? [] : titleOf(route.parentRoute, params);
  return [above, ...own].filter((part) => part.length > 0).join(' / ');
}

/**
 * Every screen of the route tree that needs no name, and those of the project or group that one is
 * in. A route joins by having crumbs.
 */
export function screensOf(router: AnyRouter, place: Place, isAdmin: boolean): Screen[] {
  // Safe: the router's own map from ids to its routes.
  const routes = Object.values(router.routesById) as unknown as Route[];
  const known = Object.entries(place).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const params = Object.fromEntries(known);
  return routes.flatMap((route) => {
    if (route.children !== undefined || !route.id.startsWith('/_auth/')) return [];
    if (route.fullPath.startsWith('/admin') && !isAdmin) return [];
    const to = route.fullPath.replace(/\$(\w+)/g, (whole, name: string) => {
      const value = params[name];
      return value === undefined ? whole : encodeURIComponent(value);
    });
    const title = titleOf(route, params);
    if (to.includes('$') || title === '') return [];
    return [{ id: route.id, title, to: to.replace(/(.)\/$/, '$1') }];
  });
}
