import { z } from 'zod/mini'
import type { Shape } from './endpoint.ts'
import type { CurrentValue } from './refusal.ts'
import { id, loadedText } from './shapes.ts'

/** One field the desk edits; schemas, refusals, history and forms follow from a table of these. */
export type Field = {
  kind:
    | 'line'
    | 'list'
    | 'link'
    | 'text'
    | 'markup'
    | 'day'
    | 'season'
    | 'time'
    | 'choice'
    | 'count'
    | 'amount'
    | 'dollars'
    | 'switch'
  label: string
  shape: Shape
  longest?: number
  choices?: readonly string[]
  /** What a refusal calls it; by default the label in lowercase. */
  noun?: string
  formatNewer?: (value: CurrentValue) => string
}

export type Fields = Readonly<Record<string, Field>>

type ShapesOf<Table extends Fields> = { [Name in keyof Table]: Table[Name]['shape'] }

export function shapesOf<Table extends Fields>(table: Table): ShapesOf<Table> {
  const shapes = Object.entries(table).map(([name, { shape }]) => [name, shape])
  return Object.fromEntries(shapes) as ShapesOf<Table>
}

/** Any part of the table. `base` is what the form loaded, so that changes by others stay. */
export function changeShapes<Table extends Fields>(table: Table) {
  const loaded = Object.entries(table).map(([name, field]) => [name, loadedShape(field)] as const)
  return {
    ...z.partial(z.object(shapesOf(table))).shape,
    id: z.optional(id),
    base: z.optional(z.object(Object.fromEntries(loaded), 'The base holds what was loaded.')),
  }
}

function loadedShape({ kind, shape }: Field): Shape {
  if (kind === 'count') return z.optional(z.nullable(z.number('Must be a number.')))
  if (['amount', 'dollars', 'switch', 'list'].includes(kind)) return z.optional(z.nullable(shape))
  return loadedText
}
