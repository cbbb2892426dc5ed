import { z } from 'zod/mini'
import type { Shape } from './endpoint.ts'
import type { CurrentValue } from './refusal.ts'
import { id, loadedText } from './shapes.ts'

/**
 * A field of something that the desk edits. From a table of these follow what a change may hold and had loaded, what a
 * refusal and the history call it, and what a form draws, reads, sends and asks about.
 */
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
  /** In characters. */
  longest?: number
  choices?: readonly string[]
  /** What a refusal calls it; the label in small letters unless given. */
  noun?: string
  /** How a refusal says its newer value. */
  formatNewer?: (value: CurrentValue) => string
}

export type Fields = Readonly<Record<string, Field>>

type ShapesOf<Table extends Fields> = { [Name in keyof Table]: Table[Name]['shape'] }

export function shapesOf<Table extends Fields>(table: Table): ShapesOf<Table> {
  const shapes = Object.entries(table).map(([name, { shape }]) => [name, shape])
  return Object.fromEntries(shapes) as ShapesOf<Table>
}

/** Any part of it, with what the form had loaded as `base`, so that what others changed meanwhile stays. */
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
