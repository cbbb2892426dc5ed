import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** A null `source` is a pattern built at run time. */
export type Pattern = { file: string; source: string | null; flags: string }

const topFolder = join(import.meta.dirname, '../..')

export function findPatterns(): Pattern[] {
  const files = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: topFolder })
  const sources = files.filter((file) => !/\.test\.tsx?$/.test(file)).sort()
  return sources.flatMap((file) => patternsIn(file, readFileSync(join(topFolder, file), 'utf8')))
}

/** Parsed by the same parser that builds the shop. */
export function patternsIn(file: string, text: string): Pattern[] {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found: Pattern[] = []
  const texts = new Map<string, string>()
  const storeMade = ({
    callee,
    arguments: given,
  }: ESTree.NewExpression | ESTree.CallExpression) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
    const [source, flags] = given.map((one) => writtenOut(one, texts))
    if (given[0]?.type === 'Literal' && 'regex' in given[0]) return
    found.push({ file, source: source ?? null, flags: flags ?? '' })
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      const text = id.type === 'Identifier' && init ? writtenOut(init, texts) : null
      if (id.type === 'Identifier' && text !== null) texts.set(id.name, text)
    },
    Literal: (node) => {
      if ('regex' in node) found.push({ file, source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: storeMade,
    CallExpression: storeMade,
  }).visit(program)
  return found
}

function writtenOut(
  node: ESTree.Argument | ESTree.Expression,
  text: ReadonlyMap<string, string>,
): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return null
  const named = node.expressions.map((one) =>
    one.type === 'Identifier' ? text.get(one.name) : undefined,
  )
  if (named.includes(undefined)) return null
  return node.quasis.map(({ value }, place) => (value.cooked ?? '') + (named[place] ?? '')).join('')
}
