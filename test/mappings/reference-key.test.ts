import test from 'ava';
import {parseReferenceKey, referenceKey} from '#mappings/reference-document.ts';

const isKeyOf = test.macro({
  title: (_, key: string) => `${key} is made of its parts and tells them`,
  exec(t, key: string, parts: ReturnType<typeof parseReferenceKey>) {
    const {list, id, ...parents} = parts;
    t.is(referenceKey(list, parents, id), key);
    t.deepEqual(parseReferenceKey(key), parts);
  },
});

test(isKeyOf, 'emission-standards:::49', {list: 'emission-standards', id: '49'});
test(isKeyOf, 'models:-1::0', {list: 'models', makeId: '-1', id: '0'});
test(isKeyOf, 'variants:1:7:9223372036854775807', {
  list: 'variants',
  makeId: '1',
  modelId: '7',
  id: '9223372036854775807',
});
