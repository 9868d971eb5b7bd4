import { PackageURL } from 'packageurl-js';
import { type Found, foundOf, type Node, ruled } from './found.ts';
import { type Table, tableOf, tablesOf, textOf } from './values.ts';

/** What a CycloneDX report says besides its components, as the merged one tells it again. */
export interface ReportMetadata {
  tools: { vendor: string; name: string; version: string }[];
  authors: { name: string; email: string }[];
  properties: { name: string; value: string }[];
}

/** A component; where a file told of it, which one. */
export type Reported = Found & { path: string | null };

export type ReportAnswer =
  | { specVersion: string; metadata: ReportMetadata; found: Reported[] }
  | { problems: string[] };

const specVersions = ['1.4', '1.5', '1.6'];
const types = new Set([
  'application',
  'framework',
  'library',
  'container',
  'platform',
  'operating-system',
  'device',
  'device-driver',
  'firmware',
  'file',
  'machine-learning-model',
  'data',
  'cryptographic-asset',
]);
const mostProblems = 20;
const mostDeep = 16;

const packagersOfPurls: Readonly<Record<string, string>> = {
  gem: 'bundler',
  golang: 'go',
  pypi: 'pip',
};

/** Reads a CycloneDX report of version 1.4 to 1.6; what is wrong with it is an answer. */
export function readReport(text: string): ReportAnswer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { problems: ['The report is no JSON'] };
  }
  const report = tableOf(parsed);
  if (report?.bomFormat !== 'CycloneDX') return { problems: ['bomFormat is not CycloneDX'] };
  const specVersion = textOf(report.specVersion) ?? '';
  if (!specVersions.includes(specVersion)) {
    return { problems: [`specVersion is not one of ${specVersions.join(', ')}`] };
  }
  const problems: string[] = [];
  const components = componentsOf(report.components, 'components', problems);
  const graph = graphOf(report, problems);
  if (problems.length > 0) return { problems: problems.slice(0, mostProblems) };
  const root = tableOf(tableOf(report.metadata)?.component);
  const nodes = new Map<string, Node>();
  const paths = new Map<string, string>();
  for (const [at, component] of components.entries()) {
    const key = textOf(component['bom-ref']) ?? `#${at}`;
    const { node, path } = nodeOf(component, graph.get(key) ?? []);
    nodes.set(key, node);
    if (path !== undefined) paths.set(`${node.found.name}\n${node.found.version ?? ''}`, path);
  }
  const direct = new Set(graph.get(textOf(root?.['bom-ref']) ?? '') ?? []);
  const found = foundOf(nodes, direct).map((one) => ({
    ...one,
    path: paths.get(`${one.name}\n${one.version ?? ''}`) ?? null,
  }));
  return { specVersion, metadata: metadataOf(tableOf(report.metadata)), found };
}

/** The components with those that they hold; problems are told by where they lie. */
function componentsOf(value: unknown, where: string, problems: string[], depth = 0): Table[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    problems.push(`${where} is not a list`);
    return [];
  }
  if (depth > mostDeep) {
    problems.push(`${where} is nested too deeply`);
    return [];
  }
  return value.flatMap((raw: unknown, at) => {
    if (problems.length >= mostProblems) return [];
    const here = `${where}[${at}]`;
    const component = tableOf(raw);
    if (component === undefined) problems.push(`${here} is not an object`);
    if (component === undefined) return [];
    problems.push(...problemsOf(component).map((problem) => `${here}.${problem}`));
    return [
      component,
      ...componentsOf(component.components, `${here}.components`, problems, depth + 1),
    ];
  });
}

function problemsOf(component: Table): string[] {
  const problems: string[] = [];
  const { name, type, version, purl, licenses } = component;
  if (textOf(name) === undefined) problems.push('name is missing');
  if (typeof type !== 'string' || !types.has(type)) problems.push('type has no valid value');
  if (version !== undefined && typeof version !== 'string') problems.push('version is not a text');
  if (licenses !== undefined && !Array.isArray(licenses)) problems.push('licenses is not a list');
  if (purl !== undefined && canonical(purl) === undefined) problems.push('purl is no package URL');
  return problems;
}

/** The package URL without what tells where it comes from. */
function canonical(purl: unknown): PackageURL | undefined {
  if (typeof purl !== 'string') return undefined;
  try {
    const { type, namespace, name, version } = PackageURL.fromString(purl);
    return ruled(type, { namespace, name, version });
  } catch {
    return undefined;
  }
}

function nodeOf(component: Table, needs: readonly string[]) {
  const purl = canonical(component.purl);
  const type = purl?.type;
  const properties = new Map(
    tablesOf(component.properties).map((one) => [textOf(one.name), textOf(one.value)]),
  );
  const group = textOf(component.group);
  const name = textOf(component.name) ?? '';
  const namespace = purl?.namespace ?? group;
  const [occurrence] = tablesOf(tableOf(component.evidence)?.occurrences);
  return {
    node: {
      found: {
        name:
          namespace === undefined || namespace === null || name.includes('/')
            ? name
            : `${namespace}/${name}`,
        version: textOf(component.version) ?? purl?.version ?? null,
        packager: type === undefined ? null : (packagersOfPurls[type] ?? type),
        purl: purl?.toString() ?? null,
        licenses: licensesOf(component),
      },
      needs,
    },
    path:
      properties.get('gitlab:dependency_scanning:input_file:path') ?? textOf(occurrence?.location),
  };
}

const licensesOf = (component: Table): string[] =>
  tablesOf(component.licenses).flatMap((one) => {
    const license = tableOf(one.license);
    return textOf(one.expression) ?? textOf(license?.id) ?? textOf(license?.name) ?? [];
  });

/** Who needs whom, by the references of the report. */
function graphOf(report: Table, problems: string[]): Map<string, string[]> {
  const { dependencies } = report;
  if (dependencies !== undefined && !Array.isArray(dependencies)) {
    problems.push('dependencies is not a list');
  }
  return new Map(
    tablesOf(dependencies).map((one) => [
      textOf(one.ref) ?? '',
      Array.isArray(one.dependsOn)
        ? one.dependsOn.flatMap((ref: unknown) => textOf(ref) ?? [])
        : [],
    ]),
  );
}

function metadataOf(metadata: Table | undefined): ReportMetadata {
  const tools = metadata?.tools;
  // From 1.5 on tools are components.
  const listed = Array.isArray(tools)
    ? tablesOf(tools)
    : [...tablesOf(tableOf(tools)?.components), ...tablesOf(tableOf(tools)?.services)];
  const text = (value: unknown) => textOf(value) ?? '';
  return {
    tools: listed.map((one) => ({
      vendor:
        textOf(one.vendor) ??
        textOf(one.publisher) ??
        textOf(one.group) ??
        text(tableOf(one.supplier)?.name),
      name: text(one.name),
      version: text(one.version),
    })),
    authors: tablesOf(metadata?.authors).map((one) => ({
      name: text(one.name),
      email: text(one.email),
    })),
    properties: tablesOf(metadata?.properties).map((one) => ({
      name: text(one.name),
      value: text(one.value),
    })),
  };
}
