import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './write.ts'

/**
 * Compiles a query once, then only fills in arguments; building queries took a third of a
 * checkout's CPU. `build` gets stand-ins that it may only pass on as values: comparing or adding to
 * one throws. Lists and rows may have any length, and each shape compiles once.
 */
export function prepared<Args extends object, Row>(
  build: (db: Db, args: Args) => BuiltQuery<Row>,
): (db: Db, args: Args) => Promise<QueryResult<Row>> {
  const compiled = new WeakMap<object, Map<string, CompiledQuery<Row>>>()
  return (db, args) => {
    const { adapter, plugins } = db.getExecutor()
    // Plugins need to see queries while they are built.
    if (plugins.length > 0) return db.executeQuery(build(db, args).compile(db))
    // A process may have both engines open.
    const shapes = compiled.getOrInsertComputed(adapter.constructor, () => new Map())
    const shape = shapeOf(args)
    const query = shapes.get(shape) ?? build(db, standIns(args, []) as Args).compile(db)
    if (shapes.size < MAX_SHAPES) shapes.set(shape, query)
    const parameters = query.parameters.map((value) =>
      value instanceof StandIn ? value.find(args) : value,
    )
    return db.executeQuery({ ...query, parameters })
  }
}

type BuiltQuery<Row> = { compile(db: Db): CompiledQuery<Row> }

/** How many shapes, such as cart lengths, stay compiled; others compile each time. */
const MAX_SHAPES = 100

class StandIn {
  readonly #path: readonly string[]

  constructor(path: readonly string[]) {
    this.#path = path
  }

  find(args: object): unknown {
    let found: unknown = args
    for (const key of this.#path) found = (found as Record<string, unknown>)[key]
    return found
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError(`A prepared query may only pass ${this.#path.join('.')} on as a value.`)
  }
}

function standIns(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item, at) => standIns(item, [...path, `${at}`]))
  if (!isRecord(value)) return new StandIn(path)
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, standIns(item, [...path, key])]),
  )
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`
  if (!isRecord(value)) return ''
  let shape = '{'
  for (const key in value) shape += `${key}${shapeOf(value[key])},`
  return `${shape}}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
