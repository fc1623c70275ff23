import test from 'ava';
import {BuildMeta} from '#mappings/generation.ts';

test('a generation of an earlier release tells what it knew', t => {
  const meta = {
    mappingVersion: 1,
    version: '20261115-031500-0007',
    importedAt: '2026-11-15T03:00:00.000Z',
    extractedAt: '2026-11-15T02:15:00.000Z',
    vehicleCount: 12,
  };
  t.deepEqual(BuildMeta.parse(meta), {
    ...meta,
    contentSha256: null,
    fileBytes: null,
    fingerprint: null,
  });
});
