import test from 'ava';
import {oneLine} from '#core/command-line/arguments.ts';

test('text on one line in any script is taken, without the space around it', t => {
  for (const text of [
    'Demo',
    'Søren Åkjær & Sønner A/S',
    '日本 東京',
    'שלום',
    'مرحبا',
    'a b',
    '😀',
  ]) {
    t.is(oneLine(`  ${text} `), text);
  }
});

test('blank text is refused', t => {
  for (const text of ['', ' ', '\t\n', '\u{FEFF}']) {
    t.throws(() => oneLine(text), {message: 'It must not be blank.'});
  }
});

const unseen = {
  'control characters': [0x00, 0x07, 0x0a, 0x0d, 0x1b, 0x7f, 0x85, 0x9b],
  'line and paragraph separators': [0x2028, 0x2029],
  'direction marks': [
    ...[0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
    ...[0x2066, 0x2067, 0x2068, 0x2069],
  ],
  'characters of no width': [0x00ad, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0xe0041],
  'fillers and selectors': [0x034f, 0x115f, 0x2800, 0x3164, 0xfe0f, 0xffa0],
  'private and unassigned characters': [0xe000, 0xfffe, 0xd800],
};

for (const [kind, codes] of Object.entries(unseen)) {
  test(`${kind} are refused by their number`, t => {
    for (const code of codes) {
      const name = code.toString(16).toUpperCase().padStart(4, '0');
      t.throws(() => oneLine(`a${String.fromCodePoint(code)}b`), {
        message: new RegExp(`^It contains U\\+${name}\\. It must be text on one line without `),
      });
    }
  });
}
