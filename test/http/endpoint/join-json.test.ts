import test from 'ava';
import {joinJson} from '#src/http/endpoint/response.ts';

test('parts of JSON are joined, texts in UTF-8 and bytes as they are', t => {
  const parts = ['{"plate":"Æ', '🚗","vehicle":', Buffer.from('{"vin":"Å"}'), '}'];
  t.is(joinJson(parts).toString(), '{"plate":"Æ🚗","vehicle":{"vin":"Å"}}');
  t.is(joinJson([]).length, 0);
});
