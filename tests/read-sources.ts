import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { type ESTree, parseSync, Visitor } from 'vite'

export interface Source {
  path: string
  /** Files of this repository by path, packages by name; `…` when the target isn't written out. */
  imports: string[]
  readsEnvironment: boolean
  formatsDates: boolean
  apiPaths: string[]
}

const topFolder = join(import.meta.dirname, '..')

export function readSources(): Source[] {
  return globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: topFolder })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .sort()
    .map((path) => readSource(path, readFileSync(join(topFolder, path), 'utf8')))
}

/** By the parser that builds the shop, so comments and strings can't mislead it. */
export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const specifiers: string[] = []
  const apiPaths: string[] = []
  const addApiPath = (value: unknown) => {
    if (typeof value === 'string' && value.startsWith('/api/')) apiPaths.push(value)
  }
  let readsEnvironment = false
  let formatsDates = false
  new Visitor({
    ImportDeclaration: (node) => void specifiers.push(node.source.value),
    ExportAllDeclaration: (node) => void specifiers.push(node.source.value),
    ExportNamedDeclaration: (node) => void (node.source && specifiers.push(node.source.value)),
    ImportExpression: (node) => void specifiers.push(writtenOut(node.source)),
    Literal: (node) => addApiPath(node.value),
    TemplateElement: (node) => addApiPath(node.value.raw),
    TSImportType: (node) => void specifiers.push(node.source.value),
    MemberExpression: (node) => {
      const member = withoutSpaces(text.slice(node.start, node.end))
      readsEnvironment ||= /\bprocess\??\.env$/.test(member)
      formatsDates ||= member === 'Intl.DateTimeFormat'
    },
    VariableDeclarator: (node) => {
      readsEnvironment ||= node.init?.type === 'Identifier' && node.init.name === 'process'
    },
  }).visit(program)
  const imports = [...new Set(specifiers.map((specifier) => resolve(path, specifier)))]
  readsEnvironment ||= imports.includes('node:process')
  return {
    path,
    imports,
    readsEnvironment,
    formatsDates,
    apiPaths,
  }
}

function writtenOut(source: ESTree.Expression): string {
  if (source.type === 'Literal') return String(source.value)
  if (source.type === 'TemplateLiteral' && source.expressions.length === 0)
    return source.quasis[0]?.value.raw ?? '…'
  return '…'
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '')
}

function resolve(from: string, specifier: string): string {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return join(dirname(from), bare)
  return bare.replace(/^#(?=(contract|server|web|tests)\/)/, '')
}
