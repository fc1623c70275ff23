import test from 'ava';
import {toVin} from '#core/domain/vin.ts';

const readsAs = test.macro({
  title: (_, written: string, vin: string) => `${JSON.stringify(written)} is the VIN ${vin}`,
  exec: (t, written: string, vin: string) => t.is<string, string>(toVin(written), vin),
});

test(readsAs, ' wvwzzz1jz3w386752 ', 'WVWZZZ1JZ3W386752');
test(readsAs, '706462', '706462');
test(readsAs, 'ab cd', 'AB CD');
test(readsAs, 'ß1', 'ß1');
test(readsAs, '', '');
