import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A key and a certificate that signs itself, in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Creates a certificate for these host names and addresses, with openssl. */
export function createCertificate(names: readonly string[]): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
    const alternatives = `subjectAltName=${names.map((name) => `${isIP(name) === 0 ? 'DNS' : 'IP'}:${name}`).join()}`;
    const subject = ['-subj', '/CN=receiver', '-addext', alternatives];
    const args = ['req', '-x509', ...curve, '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', cert];
    execFileSync('openssl', args, { stdio: 'pipe' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Creates a certificate that signs itself and is valid between these days from now, with openssl. */
export function createDatedCertificate(name: string, [first, last]: readonly [number, number]): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const file = (of: string) => join(folder, of);
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const at = (days: number) => `${new Date(Date.now() + days * 864e5).toISOString().slice(0, 19).replace(/\D/g, '')}Z`;
  try {
    writeFileSync(file('index'), '');
    writeFileSync(file('config'), configOf(name));
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    run('req', ...curve, '-subj', '/CN=receiver', '-keyout', 'key.pem', '-out', 'request.pem');
    const dates = ['-startdate', at(first), '-enddate', at(last)];
    run(
      'ca',
      '-selfsign',
      '-batch',
      '-notext',
      '-config',
      'config',
      '-keyfile',
      'key.pem',
      '-in',
      'request.pem',
      '-out',
      'cert.pem',
      ...dates,
    );
    return { key: readFileSync(file('key.pem'), 'utf8'), cert: readFileSync(file('cert.pem'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `openssl req` of OpenSSL 3.0 dates no certificate back; `openssl ca` does, with a configuration. */
function configOf(name: string): string {
  const authority = ['new_certs_dir=.', 'database=index', 'rand_serial=yes', 'default_md=sha256', 'policy=names'];
  const extensions = [`subjectAltName=DNS:${name}`, 'basicConstraints=critical,CA:TRUE'];
  return [
    ['[ca]', 'default_ca=authority', '[authority]', ...authority, 'x509_extensions=extensions'],
    ['[names]', 'commonName=supplied', '[extensions]', ...extensions, ''],
  ]
    .flat()
    .join('\n');
}
