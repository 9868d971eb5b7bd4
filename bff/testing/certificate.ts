import { execFileSync } from 'node:child_process';

/** A certificate that is its own authority, for these names: `DNS:localhost`, `IP:127.0.0.1`. */
export function selfSigned(names: readonly string[]): { key: string; cert: string } {
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const named = ['-subj', '/CN=test', '-addext', `subjectAltName=${names.join(',')}`];
  const args = ['req', '-x509', '-days', '2', '-keyout', '-', ...kind, ...named];
  const made = execFileSync('openssl', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const block = (name: string) =>
    new RegExp(`-----BEGIN ${name}-----[^]+?-----END ${name}-----\\n`).exec(made)?.[0] ?? '';
  return { key: block('PRIVATE KEY'), cert: block('CERTIFICATE') };
}
