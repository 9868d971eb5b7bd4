import { startPostgres } from '../../bff/testing/postgres-server.ts';
import { freshDatabase } from '../../bff/testing/postgres.ts';

/** An empty database on PostgreSQL; undefined where there is no server and none can be started. */
export async function scratchDatabase(): Promise<
  { url: string; remove(): Promise<void> } | undefined
> {
  const started = process.env.TEST_DATABASE_URL ? undefined : await startPostgres();
  if (started !== undefined) process.env.TEST_DATABASE_URL = started.url;
  if (!process.env.TEST_DATABASE_URL) return undefined;
  const database = await freshDatabase();
  return {
    url: database.url,
    async remove() {
      await database.drop();
      if (started === undefined) return;
      delete process.env.TEST_DATABASE_URL;
      await started.stop();
    },
  };
}
