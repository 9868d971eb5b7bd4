import type { Answer } from './test-app.ts';

/** Deletes a project or group at once: it is marked, and then its path is named. */
export async function removeAtOnce(
  call: (request: string) => Promise<Answer>,
  path: string,
): Promise<Answer> {
  const { json } = await call(`GET ${path}`);
  await call(`DELETE ${path}`);
  const name = encodeURIComponent(json.path_with_namespace ?? json.full_path);
  return call(`DELETE ${path}?permanently_remove=true&full_path=${name}`);
}
