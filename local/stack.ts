import {parseArgs} from 'node:util';
import {commandLine} from './command-line.ts';
import {WrongUsage} from './processes/service.ts';
import {developerStack, testStack} from './stack/settings.ts';
import {down, type ServiceStatus, stackOf, status, up} from './stack/stack.ts';

const usage = `Usage: npm run stack -- up|down|status [--test]

  up      starts Elasticsearch and Redis, unless they run, and waits until they answer
  down    ends them and waits until they are gone; the data stays under .local/
  status  shows what runs; the exit code is 0 when both answer, else 1
  --test  means the stack of the tests instead of yours`;

const isCommand = (word: string | undefined): word is 'up' | 'down' | 'status' =>
  ['up', 'down', 'status'].includes(word ?? '');

const table = (rows: readonly ServiceStatus[]): string =>
  rows
    .map(({name, state, address, pid}) =>
      [name.padEnd(14), address.padEnd(24), (pid ?? '-').toString().padEnd(8), state].join(' '),
    )
    .join('\n');

await commandLine(async say => {
  const {values, positionals} = parseArgs({
    allowPositionals: true,
    options: {test: {type: 'boolean', default: false}, help: {type: 'boolean', short: 'h'}},
  });
  const [command, ...rest] = positionals;
  if (values.help) {
    say(usage);
    return 0;
  }
  if (!isCommand(command) || rest.length > 0) throw new WrongUsage(usage);

  const quiet = () => {};
  const settings = values.test ? testStack() : developerStack();
  const stack = await stackOf(settings, command === 'up' ? say : quiet);
  if (command === 'up') await up(stack, say);
  if (command === 'down') await down(stack);
  const rows = await status(stack);
  say(table(rows));
  return command === 'status' && rows.some(({state}) => state !== 'healthy') ? 1 : 0;
});
