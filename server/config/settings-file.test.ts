// biome-ignore-all lint/suspicious/noTemplateCurlyInString: lines of a file, not templates
import { describe, expect, test } from 'vitest'
import { parseSettings } from './settings-file.ts'

/** What systemd 252 passed to a unit with this `EnvironmentFile=`. */
const READ: [line: string, value: string | undefined][] = [
  ['V=corn$$field-barn-77', 'corn$$field-barn-77'],
  ['V="corn$field `date` $(id)"', 'corn$field `date` $(id)'],
  ['V=$(id) `id` ${HOME}', '$(id) `id` ${HOME}'],
  ['V=postgres://a:b@h/d?x=1&y=2;z', 'postgres://a:b@h/d?x=1&y=2;z'],
  ['V=Our Farm <orders@farm.example>', 'Our Farm <orders@farm.example>'],
  ["V='Our Farm <orders@farm.example>'", 'Our Farm <orders@farm.example>'],
  ['V=x\r', 'x'],
  ['V=a # b', 'a # b'],
  ['V=a  \t ', 'a'],
  ['V=a\\ ', 'a '],
  ['V="a  "', 'a  '],
  [' \tV = a', 'a'],
  ['V=', ''],
  ['V=""', ''],
  ['V=a\\\nb', 'ab'],
  ['V="a\\\nb"', 'ab'],
  ['V="a\nb"', 'a\nb'],
  ["V='a\\\nb'", 'a\\\nb'],
  ['V=a\\nb\\$c\\\\', 'anb$c\\'],
  ['V="a\\nb\\$c\\\\\\`\\""', 'a\\nb$c\\`"'],
  ["V='a\\nb\"c'", 'a\\nb"c'],
  ['V=a"b"\'c\'', 'a"b"\'c\''],
  ['V="a"b"c"', 'ab"c"'],
  ['V="a" \'b\' c', 'abc'],
  ['V="it\'s"', "it's"],
  ['V=*?[a]~!{1,2}', '*?[a]~!{1,2}'],
  ['V=a=b=c', 'a=b=c'],
  ['V=Blåbær 🫐', 'Blåbær 🫐'],
  ['V=a\tb', 'a\tb'],
  ['# V=a', undefined],
  ['; V=a', undefined],
  ['V=a\nV=b', 'b'],
  ['V=a\n\n\n#c\n', 'a'],
]

describe('a line of the settings', () => {
  test.each(READ)('%j is read as systemd reads it', (line, value) => {
    expect(parseSettings(`A=1\n${line}\nZ=26\n`)).toEqual({
      settings: { A: '1', ...(value === undefined ? {} : { V: value }), Z: '26' },
      refused: [],
    })
  })

  test.each([
    ['export V=a', /^line 2: leave out `export`/],
    ['V', /^line 2: this is not NAME=value$/],
    ['=a', /^line 2: this is not NAME=value$/],
    ['1V=a', /^line 2: "1V" is not the name of a variable$/],
    ['my-v=a', /^line 2: "my-v" is not/],
    ['V W=a', /^line 2: "V W" is not/],
    ['\ufeffV=a', /^line 2: .* is not the name/],
    ['V=a\u0007', /^line 2: the value holds a character/],
    ['V="a\r\nb"', /^line 2: the value holds a character/],
    ['# a comment \\', /^line 2: a comment must not end with a backslash/],
  ])('%j is refused, with its number, and the others are read', (line, refused) => {
    const read = parseSettings(`A=1\n${line}\nZ=26\n`)
    expect(read.settings).toEqual({ A: '1', Z: '26' })
    expect(read.refused).toEqual([expect.stringMatching(refused)])
  })

  test('whose quote is never closed is refused with the number of the line that opens it', () => {
    expect(parseSettings('A=1\n\nV="a\nZ=26\n')).toEqual({
      settings: { A: '1' },
      refused: ['line 3: a quote is opened and not closed'],
    })
  })
})
