import {type Say, Unable} from '../processes/service.ts';
import {installFromDebian} from './debian.ts';
import {program} from './program.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const onPath = (path: string | undefined): string | undefined =>
  names.map(name => program(name, path)).find(found => found !== undefined);

/** The path of a Chromium, for the tests that look at pages as a browser does. */
export const needChromium = async (
  say: Say,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> => {
  const found =
    (env['CHROMIUM'] || onPath(env['PATH'])) ??
    ((await installFromDebian(say, 'chromium')) ? onPath(env['PATH']) : undefined);
  if (found !== undefined) return found;
  throw new Unable(
    'Chromium is missing: install it so that `chromium` is on the PATH (apt-get install chromium, brew install chromium), or set CHROMIUM to the path of one.',
  );
};
