import type { Packager } from '#contract/dependency-record.ts';
import { mostComponents } from './files.ts';
import { type Found, MalformedFile, type Source } from './found.ts';
import { type Licensing, licensingOf } from './licenses.ts';
import { readGradleLock, readNugetLock, readPom } from './jvm-dotnet.ts';
import { readNpmLock } from './npm.ts';
import { readCargoLock, readComposerLock, readGemfileLock, readGoMod } from './others.ts';
import { readPnpmLock } from './pnpm.ts';
import { readPipfileLock, readPoetryLock, readRequirements, readUvLock } from './python.ts';
import { readReport, type ReportMetadata } from './report.ts';
import { readYarnLock } from './yarn.ts';

/** One file to read; plain data, so that a thread can be handed it. */
export type ReadTask =
  | {
      packager: Packager;
      text: string;
      /** Texts of the files beside it by name. */
      beside: Readonly<Record<string, string>>;
    }
  | { report: string };

/** A package with its licences looked up. */
export type Component = Omit<Found, 'licenses'> & Licensing & { path: string | null };

export type ReadAnswer =
  | { components: Component[]; report?: { specVersion: string; metadata: ReportMetadata } }
  | { problems: string[] };

const readers: Record<Packager, (source: Source) => Found[]> = {
  npm: readNpmLock,
  yarn: readYarnLock,
  pnpm: readPnpmLock,
  pip: readRequirements,
  pipenv: readPipfileLock,
  poetry: readPoetryLock,
  uv: readUvLock,
  bundler: readGemfileLock,
  go: readGoMod,
  cargo: readCargoLock,
  composer: readComposerLock,
  maven: readPom,
  gradle: readGradleLock,
  nuget: readNugetLock,
};

const longestProblem = 300;
/** Indexes keep no longer texts, and no database keeps NUL. */
const longestText = 800;

/** Packages that can be kept; a file with one that cannot is malformed. */
function keepable<F extends Found & { path?: string | null }>(all: readonly F[]): readonly F[] {
  if (all.length > mostComponents) {
    throw new MalformedFile(`It names more than ${mostComponents} packages`);
  }
  const texts = all.flatMap(({ name, version, packager, purl, path }) => [
    name,
    version,
    packager,
    purl,
    path,
  ]);
  if (texts.some((text) => text != null && !isKeepable(text))) {
    throw new MalformedFile(`It holds a NUL character or a text of more than ${longestText} bytes`);
  }
  return all;
}

const isKeepable = (text: string) => !text.includes('\0') && Buffer.byteLength(text) <= longestText;

/** Reads one file in this thread; whatever is wrong with it is an answer. */
export function readHere(task: ReadTask): ReadAnswer {
  try {
    if (!('report' in task)) return { components: keepable(lockFile(task)).map(licensed) };
    const read = readReport(task.report);
    if ('problems' in read) return read;
    const { specVersion, metadata, found } = read;
    return { components: keepable(found).map(licensed), report: { specVersion, metadata } };
  } catch (error) {
    if (error instanceof MalformedFile) return { problems: [error.message] };
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { problems: [`It cannot be read: ${first}`.slice(0, longestProblem)] };
  }
}

function lockFile({ packager, text, beside }: Extract<ReadTask, { packager: Packager }>): Found[] {
  const plain = text.replace(/^\uFEFF/, '');
  if (/^(<{7}|>{7}) /m.test(plain)) {
    throw new MalformedFile('It holds the marks of a merge conflict');
  }
  return readers[packager]({
    text: plain,
    beside: (name) => (Object.hasOwn(beside, name) ? beside[name] : undefined),
  });
}

const licensed = ({ licenses, ...found }: Found & { path?: string | null }): Component => ({
  ...found,
  path: found.path ?? null,
  ...licensingOf(licenses),
});
