const WHITE = ' \t\n\r'
const LINE_END = '\n\r'

const ESCAPED = '"\\`$'

const NAME = /^[A-Za-z_]\w*$/

type State = 'start' | 'name' | 'before' | 'bare' | 'single' | 'double' | 'comment'

type ReadSettings = { settings: Record<string, string>; refused: string[] }

/**
 * By the rules of systemd's `EnvironmentFile=` (`env-file.c`): its quotes, backslashes and
 * continued lines, `$` and backquotes as plain text, last one wins. What systemd silently skips, or
 * its versions read differently, is refused.
 */
export function parseSettings(text: string): ReadSettings {
  const settings: Record<string, string> = {}
  const refused: string[] = []
  let state: State = 'start'
  let [name, value, begun] = ['', '', 0]
  /** Length of a bare value without trailing white space. */
  let solid = 0

  const refuse = (why: string) =>
    refused.push(`line ${text.slice(0, begun).split('\n').length}: ${why}`)
  const take = () => {
    const fault = faultOf(name.trimEnd(), value)
    if (fault) refuse(fault)
    else settings[name.trimEnd()] = value
    state = 'start'
  }
  const add = (character: string) => {
    value += character
    if (state !== 'bare' || !WHITE.includes(character)) solid = value.length
  }

  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    const next = text[at + 1] ?? ''
    const isEnd = LINE_END.includes(character)
    if (state === 'start' && !WHITE.includes(character)) {
      state = character === '#' || character === ';' ? 'comment' : 'name'
      ;[name, value, solid, begun] = [character, '', 0, at]
    } else if (state === 'comment') {
      if (character === '\\' && next !== '' && LINE_END.includes(next)) refuse(LONG_COMMENT)
      if (isEnd) state = 'start'
    } else if (state === 'name') {
      if (isEnd) {
        refuse(NO_NAME)
        state = 'start'
      } else if (character === '=') state = 'before'
      else name += character
    } else if (state === 'before' || state === 'bare') {
      if (isEnd) {
        value = value.slice(0, solid)
        take()
      } else if (character === '\\') {
        state = 'bare'
        at++
        if (!LINE_END.includes(next)) value += next
        solid = value.length
      } else if (state === 'before' && character === "'") state = 'single'
      else if (state === 'before' && character === '"') state = 'double'
      else if (state === 'bare' || !WHITE.includes(character)) {
        state = 'bare'
        add(character)
      }
    } else if (state === 'single') {
      if (character === "'") state = 'before'
      else add(character)
    } else if (state === 'double') {
      if (character === '"') state = 'before'
      else if (character === '\\') {
        at++
        if (ESCAPED.includes(next)) add(next)
        else if (next !== '\n') add(`\\${next}`)
      } else add(character)
    }
  }
  if (state === 'single' || state === 'double') refuse('a quote is opened and not closed')
  else if (state === 'name') refuse(NO_NAME)
  else if (state === 'before' || state === 'bare') {
    value = value.slice(0, solid)
    take()
  }
  return { settings, refused }
}

const NO_NAME = 'this is not NAME=value'
const LONG_COMMENT =
  'a comment must not end with a backslash: systemd may read the next line as part of it'

function faultOf(name: string, value: string): string | null {
  if (name.startsWith('export ')) return 'leave out `export`: write NAME=value'
  if (!NAME.test(name)) return `${JSON.stringify(name)} is not the name of a variable`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: systemd drops a value with any but these two.
  if (/[\0-\x08\x0b-\x1f\x7f\ufffd]/.test(value))
    return 'the value holds a character that nobody can see'
  return null
}
