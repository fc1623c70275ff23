import {execFile} from 'node:child_process';
import {chmod, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {aFolder} from '../extracts/files.ts';
import type {Scope} from '../scope.ts';

const run = promisify(execFile);

type Issued = {
  /** The names that the certificate is issued for, in the form of a `subjectAltName`. */
  readonly names?: string;
  readonly isExpired?: boolean;
};

/** A private certificate authority of one test, and the certificates that it issues, as paths of PEM files. */
export const certificateAuthority = async (t: Scope) => {
  const folder = aFolder(t);
  await chmod(folder, 0o755);
  const path = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) => run('openssl', args, {cwd: folder});
  const request = ['req', '-newkey', 'rsa:2048', '-noenc'];
  const ca = path('ca.pem');
  await openssl(...request, '-x509', '-subj', '/CN=Test CA', '-keyout', 'ca.key', '-out', ca);
  // `openssl ca` can set any end; it needs a register of the certificates that it has issued.
  await writeFile(path('register'), '');
  await writeFile(
    path('ca.conf'),
    `[ca]
default_ca = test
[test]
database = ${path('register')}
new_certs_dir = ${folder}
rand_serial = yes
unique_subject = no
default_md = sha256
policy = any
copy_extensions = copy
[any]
commonName = supplied
`,
  );

  let issued = 0;
  return {
    ca,
    issue: async ({names = 'IP:127.0.0.1', isExpired = false}: Issued = {}) => {
      issued += 1;
      const [key, cert] = [path(`${issued}.key`), path(`${issued}.pem`)];
      const subject = ['-subj', '/CN=server', '-addext', `subjectAltName=${names}`];
      await openssl(...request, ...subject, '-keyout', key, '-out', `${issued}.csr`);
      const dates = isExpired
        ? ['-startdate', '20200101000000Z', '-enddate', '20200102000000Z']
        : ['-days', '2'];
      const by = ['-config', 'ca.conf', '-cert', ca, '-keyfile', 'ca.key', '-notext', '-batch'];
      await openssl('ca', ...by, ...dates, '-in', `${issued}.csr`, '-out', cert);
      // For a program that runs as another user.
      await chmod(key, 0o644);
      return {key, cert};
    },
  };
};
