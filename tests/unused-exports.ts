import { dirname, join } from 'node:path/posix'

/**
 * Whose exports are checked; a test counts as an importer, since it may enter a source where it
 * likes.
 */
const SHIPPED = /^(?:contract|server|web|scripts)\/(?!.*(?:\.test\.tsx?|\.d\.ts)$)/

/**
 * Used without an import by name: migrations as a folder, the pages' entry by the build, the JSX
 * runtime by JSX.
 */
const TAKEN_WHOLE =
  /^(?:server\/db\/migrations\/|web\/entry-server\.tsx$|web\/ui\/jsx-(?:dev-)?runtime\.ts$)/

// As the formatter writes them: thirty times as fast to read as with a parser.
const EXPORT =
  /^export (?:async |declare |abstract )*(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm
const EXPORT_LIST = /^export (?:type )?\{([^}]*)\}/gm
const IMPORT_LIST = /^import (?:type )?\{([^}]*)\} from '([^']+)'/gm
const IMPORT_WHOLE = /^import \* as \w+ from '([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm

type Text = { path: string; text: string }

export function unusedExports(sources: readonly Text[]): string[] {
  const imported = new Set<string>()
  const takenWhole = new Map<string, string[]>()
  for (const { path, text } of sources) {
    for (const [, names = '', from = ''] of text.matchAll(IMPORT_LIST))
      for (const name of namesIn(names)) imported.add(`${resolve(path, from)} ${name}`)
    for (const [, one = '', other = one] of text.matchAll(IMPORT_WHOLE)) {
      const from = resolve(path, other)
      takenWhole.set(from, [...(takenWhole.get(from) ?? []), text])
    }
  }
  const isNamed = (path: string, name: string) =>
    imported.has(`${path} ${name}`) ||
    takenWhole.get(path)?.some((text) => new RegExp(`\\b${name}\\b`).test(text))
  return sources
    .filter(({ path }) => SHIPPED.test(path) && !TAKEN_WHOLE.test(path))
    .flatMap(({ path, text }) =>
      exportsOf(text)
        .filter((name) => !isNamed(path, name))
        .map((name) => `${path} ${name}`),
    )
}

export function exportsOf(text: string): string[] {
  const lists = [...text.matchAll(EXPORT_LIST)].flatMap(([, names = '']) => namesIn(names))
  return [...[...text.matchAll(EXPORT)].flatMap(([, name]) => name ?? []), ...lists]
}

/** `a, type B, c as d` are a, B and c. */
function namesIn(list: string): string[] {
  return list.split(',').flatMap((one) => /^\s*(?:type )?(\w+)/.exec(one)?.[1] ?? [])
}

function resolve(from: string, specifier: string): string {
  const bare = specifier.replace(/\?.*$/, '')
  return bare.startsWith('.') ? join(dirname(from), bare) : bare.replace(/^#/, '')
}
