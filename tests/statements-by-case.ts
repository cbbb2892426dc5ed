import { appendFileSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterEach, beforeEach, type TestContext } from 'vitest'
import {
  ASKED_BY_OTHERS,
  type AskedByOthers,
  RECORDED,
  type RecordedCase,
} from './recorded-cases.ts'

/**
 * A set-up file of the tests on PostgreSQL. In `--mode record` it writes down what the shop's code
 * asked in each case, for tests/choose-cases.ts. In `npm test` it leaves out the cases of which
 * others ask every statement with every kind of answer (tests/asked-by-others.json).
 */

type Task = TestContext['task']

const BOOKKEEPING = /^(?:begin|commit|rollback|savepoint|release|set|listen)\b/i

if (import.meta.env.MODE === 'record') record()
if (import.meta.env.MODE === 'test') leaveOut()

function leaveOut(): void {
  const others: AskedByOthers = JSON.parse(readFileSync(ASKED_BY_OTHERS, 'utf8'))
  beforeEach(({ task, skip }) => {
    skip(others[task.file.name]?.includes(nameOf(task)) ?? false, 'left to the long form')
  })
}

function record(): void {
  Error.stackTraceLimit = 80
  let asked = new Set<string>()
  let begun = 0
  listen((statement) => asked.add(statement))
  beforeEach(() => {
    asked = new Set()
    begun = performance.now()
  })
  afterEach(({ task }) => {
    const ms = Math.round(performance.now() - begun)
    const one: RecordedCase = { file: task.file.name, name: nameOf(task), ms, asked: [...asked] }
    appendFileSync(RECORDED, `${JSON.stringify(one)}\n`)
  })
}

function nameOf(task: Task): string {
  const names = [task.name]
  for (let suite = task.suite; suite; suite = suite.suite) names.unshift(suite.name)
  return names.join(' > ')
}

/** Hears every statement of the shop's own code, of all of the worker's files. */
function listen(hear: (statement: string) => void): void {
  const prototype: { query: (...asked: unknown[]) => unknown } = pg.Client.prototype
  const plain = prototype.query
  prototype.query = function query(...args: unknown[]) {
    const { stack = '' } = new Error('who asks')
    const answer = plain.apply(this, args)
    const text = textOf(args[0])
    if (text && !BOOKKEEPING.test(text) && answer instanceof Promise && isOfShop(stack))
      answer.then(
        ({ rowCount }) => hear(`${sameFor(text)} -> ${Math.min(rowCount ?? 0, 2)}`),
        ({ code }) => hear(`${sameFor(text)} -> ${code}`),
      )
    return answer
  }
}

function textOf(asked: unknown): string {
  if (typeof asked === 'string') return asked
  const isQuery = typeof asked === 'object' && asked !== null && 'text' in asked
  return isQuery ? String(asked.text) : ''
}

/** One text for lists of any length. */
function sameFor(text: string): string {
  return text
    .replace(/\$\d+(?:, \$\d+)+/g, '$n')
    .replace(/(?:\(\$n\)(?:, )?)+/g, '($n)')
    .replace(/\s+/g, ' ')
}

/** Whether the innermost line of our own is the shop's, and not a test's. */
function isOfShop(stack: string): boolean {
  const ours = stack
    .split('\n')
    .filter((line) => !line.includes('node_modules') && !line.includes('statements-by-case'))
    .find((line) => /\/(?:server|contract|scripts|tests)\//.test(line))
  return ours === undefined || !/\.test\.ts|\/tests\//.test(ours)
}
