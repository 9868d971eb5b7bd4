/**
 * Which file may import what. A row forbids `to` to the files that match `from`; tests and
 * testing folders are outside of it, but nobody else imports them. Paths are from the root;
 * packages are `npm:name`, Node's own modules `node:name`.
 *
 * @typedef {{ from: RegExp, to: RegExp, unless?: RegExp, why: string }} Arrow
 */

/** @type {Arrow[]} */
const arrows = [
  {
    from: /^bff\/contract\//,
    to: /./,
    unless: /^(bff\/contract\/|npm:zod$)/,
    why: 'the contract imports zod and itself only',
  },
  {
    from: /^src\//,
    to: /^(bff\/|node:|npm:(kysely|pg|better-sqlite3|hono|@hono|pino|qs|@node-rs)(\/|$))/,
    unless: /^bff\/contract\//,
    why: 'the console knows of the server its contract only',
  },
  {
    from: /^src\/(?!main\.tsx$|router\.tsx$|routeTree\.gen\.ts$)/,
    to: /^src\/(main|router|routeTree\.gen|routes\/(?!-))/,
    why: 'nothing below the routes imports them or the router',
  },
  {
    from: /^src\/(?!routes\/)/,
    to: /^src\/routes\/-/,
    why: 'only routes import parts of a route',
  },
  {
    from: /^src\/(?!features\/|routes\/|main\.tsx$|router\.tsx$)/,
    to: /^src\/features\//,
    why: 'only routes import features',
  },
  {
    from: /^src\/(api|lib)\//,
    to: /^src\/(form|table|ui)\//,
    why: 'the arrow is form, table, ui -> api',
  },
  {
    from: /^src\/ui\//,
    to: /^(npm:(@tanstack\/|react-hook-form|@hookform\/)|src\/(form|table)\/)/,
    why: 'src/ui knows no router, query, table or form',
  },
  {
    from: /^src\//,
    to: /^npm:@tabler\/icons-react$/,
    why: 'import one icon: @tabler/icons-react/icons/IconList',
  },
  {
    from: /^bff\/modules\/(?!.*[/-]repository\.ts$)/,
    to: /^npm:kysely(\/|$)/,
    why: 'repository.ts is the only file of a module that imports kysely',
  },
  {
    from: /^bff\/modules\/.*[/-]routes\.ts$/,
    to: /^bff\/modules\/.*[/-]repository\.ts$/,
    why: 'routes ask rules, never a repository',
  },
  {
    from: /^bff\/(modules\/(?!.*[/-]routes\.ts$)|git\/|db\/|jobs\/)/,
    to: /^(npm:@?hono(\/|$)|bff\/http\/)/,
    why: 'only app, http and routes know HTTP',
  },
  {
    from: /^bff\/(git|db)\//,
    to: /^bff\/(modules|jobs)\//,
    why: 'git and db are at the bottom',
  },
  {
    from: /^bff\/(http|jobs)\//,
    to: /^bff\/modules\/.*(routes|repository|present)\.ts$/,
    why: 'http and jobs call rules',
  },
  {
    from: /^bff\/(?!commands\/)[^/]+\//,
    to: /^bff\/(app|main|dev)\.ts$/,
    why: 'the app is at the top',
  },
  {
    from: /^bff\/(?!db\/)/,
    to: /^npm:(pg|better-sqlite3)(\/|$)/,
    why: 'db/ opens the database',
  },
  {
    from: /^bff\/(?!git\/)/,
    to: /^node:child_process$/,
    why: 'git/ is the only folder that spawns',
  },
  {
    from: /^bff\/(?!outbound\/)/,
    to: /^node:(https?|dns(\/promises)?|tls)$/,
    why: 'outbound/ is the only door to other servers',
  },
  {
    from: /^e2e\//,
    to: /^(src|bff)\//,
    unless: /^bff\/(contract|testing)\//,
    why: 'end-to-end tests know the built server only',
  },
];

/** @param {string} path */
function isTestCode(path) {
  return /\.(test|e2e)\.tsx?$|\/testing\//.test(path);
}

/**
 * The reason why `from` may not import `to`, if there is one.
 * @param {string} from
 * @param {string} to
 * @returns {string | undefined}
 */
export function wrongArrow(from, to) {
  if (!isTestCode(from) && !from.startsWith('e2e/') && isTestCode(to)) {
    return 'only tests import test code';
  }
  const foreign = otherRoom(from, to);
  if (foreign) return foreign;
  if (isTestCode(from) && !from.startsWith('e2e/')) return undefined;
  return arrows.find(
    (arrow) => arrow.from.test(from) && arrow.to.test(to) && !arrow.unless?.test(to),
  )?.why;
}

/**
 * Rooms are `src/features/<x>` and `bff/modules/<x>`.
 * @param {string} from
 * @param {string} to
 */
function otherRoom(from, to) {
  const room = /^(src\/features|bff\/modules)\/([^/]+)\//;
  const [, kind, mine] = room.exec(from) ?? [];
  const [, otherKind, other] = room.exec(to) ?? [];
  if (!kind || kind !== otherKind || mine === other) return undefined;
  if (kind === 'src/features') return 'a feature does not import another feature';
  if (!/[/-](repository|routes)\.ts$/.test(to) || isTestCode(from)) return undefined;
  return 'a module calls rules of another one, never its repository or its routes';
}
