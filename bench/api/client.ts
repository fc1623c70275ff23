import {execa} from 'execa';
import which from 'which';
import type {Bench} from '../bench.ts';
import type {Answers, Load} from './load.ts';
import {sendWithWrk} from './wrk.ts';

/** A program that sends requests, in a process of its own. */
export type Client = {
  readonly name: string;
  readonly send: (load: Load) => Promise<Answers>;
};

/** wrk where it is on the PATH, since it costs a tenth of what autocannon does. */
export const findClient = async ({folder, signal}: Bench): Promise<Client> => {
  if (await which('wrk', {nothrow: true})) {
    return {name: 'wrk', send: load => sendWithWrk(load, folder, signal)};
  }
  const program = ['bench/api/autocannon.ts'];
  return {
    name: 'autocannon',
    send: async load => {
      const input = JSON.stringify(load);
      const {stdout} = await execa(process.execPath, program, {input, cancelSignal: signal});
      return JSON.parse(stdout);
    },
  };
};
