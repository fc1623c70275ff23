import {chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join, relative} from 'node:path';
import {execa} from 'execa';
import {z} from 'zod';
import type {Scope} from '../scope.ts';

const checkout = join(import.meta.dirname, '../../..');

/** Files that a clone does not have. */
const left = /^(\.git|\.local|\.env|compose\.override\.yaml|node_modules|coverage)(\/|$)/;

/** Only the shell variables that Docker needs: they take precedence over those of `.env`. */
const shell = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(PATH|HOME|DOCKER_\w+)$/.test(name)),
);

const Containers = z.array(
  z.object({
    Id: z.string(),
    Config: z.object({
      Labels: z
        .looseObject({'com.docker.compose.service': z.string()})
        .transform(labels => labels['com.docker.compose.service']),
    }),
    State: z.object({Status: z.string(), ExitCode: z.number()}),
  }),
);

type Settings = {
  /** The lines of `.env`. */
  readonly env: Readonly<Record<string, string>>;
  /** The text of `compose.override.yaml`. */
  readonly override: string;
};

/**
 * A copy of the checkout, run by Compose under a name of its own; when its scope ends, the containers, the volumes
 * and the image are removed. Synchronous: a test file that has waited cannot declare further tests.
 */
export const composeProject = (t: Scope, {env, override}: Settings) => {
  const cwd = mkdtempSync(join(tmpdir(), 'vehicle-data-'));
  t.teardown(() => rmSync(cwd, {recursive: true}));
  // The containers' user reads the folder through its mounts.
  chmodSync(cwd, 0o755);
  cpSync(checkout, cwd, {
    recursive: true,
    filter: source => !left.test(relative(checkout, source)),
  });
  const name = basename(cwd).toLowerCase();
  const lines = Object.entries({COMPOSE_PROJECT_NAME: name, ...env});
  writeFileSync(join(cwd, '.env'), lines.map(line => `${line.join('=')}\n`).join(''));
  writeFileSync(join(cwd, 'compose.override.yaml'), override);

  const docker = (args: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
    execa('docker', args, {
      cwd,
      env: {...shell, ...variables},
      extendEnv: false,
      stdin: 'ignore',
      all: true,
      reject: false,
    });
  const compose = (...args: readonly string[]) => docker(['compose', '--ansi=never', ...args]);
  t.teardown(async () => {
    await compose('--profile=*', 'down', '--volumes', '--remove-orphans', '--timeout=1');
    await docker(['image', 'rm', name]);
  });

  return {
    cwd,
    name,
    docker,
    compose,
    /** Runs a script as an operator does in the folder of the Compose file. */
    shell: (script: string) =>
      execa('bash', ['-euo', 'pipefail', '-c', script], {
        cwd,
        env: shell,
        extendEnv: false,
        all: true,
        reject: false,
      }),
    /** Runs a tool; `said` is its standard output. */
    tool: async (...args: readonly string[]) => {
      const {exitCode, stdout, all} = await compose('run', '--rm', '-T', ...args);
      return {code: exitCode, said: stdout, all};
    },
    /** All existing containers, by service. */
    containers: async () => {
      const {stdout: ids} = await compose('--profile=*', 'ps', '--all', '--quiet');
      const {stdout} = await docker(['inspect', ...ids.split('\n')]);
      const all = Containers.parse(JSON.parse(stdout));
      return new Map(all.map(({Id: id, Config, State}) => [Config.Labels, {id, ...State}]));
    },
  };
};
