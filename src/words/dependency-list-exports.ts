import { formatNumber } from '../lib/format.ts';
import { common } from './common.ts';

/** Words of exports of dependencies. */
export const exportWords = {
  title: common.navigation.exports,
  about: 'Files of dependencies that you asked for. Only you see yours; each is kept for 7 days.',
  own: 'Your exports',
  create: 'New export',
  columns: {
    type: 'Export',
    status: 'State',
    size: 'Size',
    created: 'Asked for',
    expires: 'Deleted',
    actions: 'Actions',
  },
  types: {
    csv: 'CSV',
    dependency_list: 'JSON list of dependencies',
    json_array: 'JSON array',
    cyclonedx_1_6_json: 'CycloneDX 1.6',
    spdx_2_3_json: 'SPDX 2.3',
    sbom: 'Bill of materials of a pipeline (CycloneDX 1.4)',
  },
  ofPipeline: (type: string, pipeline: number) => `${type} #${pipeline}`,
  states: { finished: 'Ready', failed: 'Failed' },
  running: (done: number) => (done === 0 ? 'Running' : `Running: ${formatNumber(done)} written`),
  dependencies: (done: number) => `${formatNumber(done)} dependencies`,
  download: 'Download',
  downloadLabel: (name: string) => `Download ${name}`,
  retry: 'Try again',
  retryLabel: (name: string) => `Try ${name} again`,
  retried: 'The export has begun once more',
  form: {
    type: 'Format',
    pipeline: 'Number of the pipeline',
    pipelineHelp: 'Its commit’s packages and those of the reports that it was sent.',
    columns: 'Further columns',
    columnsHelp: 'Besides the eight that every file has.',
    columnChoices: {
      purl: 'Package URL',
      direct: 'Direct or transitive',
      license_urls: 'Addresses of licences',
      first_seen: 'First seen',
    },
    email: 'Mail me when it is ready',
    emailHelp: 'Nothing is sent when it fails; this screen says why.',
    submit: 'Begin export',
    begun: 'The export has begun',
  },
  note: 'Vulnerability fields are empty: this server looks for none.',
  empty: {
    title: 'No export yet',
    help: 'Begin one here. It is made in the background and stays for 7 days.',
  },
} as const;
