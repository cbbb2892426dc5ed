const BLANK = /[ \t\n\r]*/y
const COMMENT = /[#;][^\n\r]*/y
const NAME = /([^\n\r][^=\n\r]*)(=)?/y
const QUOTED = /[ \t]*(?:'([^']*)'|"((?:[^"\\]|\\.)*)")/sy
const SPACE_OR_QUOTE = /[ \t]*(['"])?/y
/** Without the spaces after it, unless a backslash keeps one. */
const BARE = /((?:[ \t]*(?:[^\\ \t\n\r]|\\(?:.|$)))*)[ \t]*/sy

const IDENTIFIER = /^[A-Za-z_]\w*$/

type ReadSettings = { settings: Record<string, string>; refused: string[] }

/**
 * By the rules of systemd's `EnvironmentFile=` (`env-file.c`): its quotes, backslashes and
 * continued lines, `$` and backquotes as plain text, last one wins. What systemd silently skips, or
 * its versions read differently, is refused.
 */
export function parseSettings(text: string): ReadSettings {
  const settings: Record<string, string> = {}
  const refused: string[] = []
  let at = 0
  const take = (token: RegExp) => {
    token.lastIndex = at
    const found = token.exec(text)
    if (found) at = token.lastIndex
    return found
  }
  while (take(BLANK) && at < text.length) {
    const line = text.slice(0, at).split('\n').length
    const refuse = (why: string) => refused.push(`line ${line}: ${why}`)
    const comment = take(COMMENT)
    if (comment) {
      if (comment[0].endsWith('\\') && at < text.length) refuse(LONG_COMMENT)
      continue
    }
    const [, name = '', equals] = take(NAME) ?? []
    if (!equals) {
      refuse('this is not NAME=value')
      continue
    }
    let value = ''
    for (let part = take(QUOTED); part; part = take(QUOTED))
      value += part[1] ?? withoutEscapes(part[2] ?? '')
    if (take(SPACE_OR_QUOTE)?.[1]) {
      refuse('a quote is opened and not closed')
      break
    }
    value += (take(BARE)?.[1] ?? '').replaceAll(/\\(?:[\n\r]|(.)|$)/gs, '$1')
    const fault = faultOf(name.trimEnd(), value)
    if (fault) refuse(fault)
    else settings[name.trimEnd()] = value
  }
  return { settings, refused }
}

const LONG_COMMENT =
  'a comment must not end with a backslash: systemd may read the next line as part of it'

/** Within double quotes, other backslashes stay. */
function withoutEscapes(quoted: string): string {
  return quoted.replaceAll(/\\(?:\n|(["\\`$]))/g, '$1')
}

function faultOf(name: string, value: string): string | null {
  if (name.startsWith('export ')) return 'leave out `export`: write NAME=value'
  if (!IDENTIFIER.test(name)) return `${JSON.stringify(name)} is not the name of a variable`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: systemd drops a value with any but these two.
  if (/[\0-\x08\x0b-\x1f\x7f\ufffd]/.test(value))
    return 'the value holds a character that nobody can see'
  return null
}
