import {execa} from 'execa';
import {runCommand} from '#core/command-line/run.ts';
import {exitCodeOf} from './processes/run.ts';
import {checkout} from './stack/stack.ts';

/** The checks of npm, and the member that their JSON has if they reached a verdict. */
const checks = [
  {args: ['audit'], result: 'vulnerabilities'},
  {args: ['audit', 'signatures'], result: 'invalid'},
];

/** Whether npm reached a verdict. Many mirrors of the registry know no advisories, and some no signatures. */
const isAnswered = async (args: readonly string[], result: string): Promise<boolean> => {
  const {stdout} = await execa('npm', [...args, '--json'], {cwd: checkout, reject: false});
  try {
    return result in JSON.parse(stdout);
  } catch {
    return false;
  }
};

/**
 * `npm run audit`: checks all packages for known vulnerabilities and for the registry's signatures. A check that the
 * registry does not offer is skipped with a message; the exit code is that of a check that finds something.
 */
await runCommand(async () => {
  let code = 0;
  for (const {args, result} of checks) {
    const command = `npm ${args.join(' ')}`;
    if (await isAnswered(args, result)) {
      console.log(`${command}:`);
      code ||= await exitCodeOf('npm', args, {cwd: checkout});
    } else {
      console.log(
        `${command}: not checked, because the registry gave no result. Run it alone to see why.`,
      );
    }
  }
  return code;
});
