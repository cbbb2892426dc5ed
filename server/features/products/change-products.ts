import type { BulkChange } from '#contract/products/bulk-products.ts'
import type { DeskProduct } from '#contract/products/products.ts'
import type { Problem } from '#contract/refusal.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { applyChange } from './edit-product.ts'

/**
 * Changes many products, all or none; returns those that changed.
 * @throws Refusal 'stock-changed', or 'changed-meanwhile' for other fields, with a problem for
 * every row in the way
 */
export function changeProducts(
  db: Db,
  changes: readonly BulkChange[],
  now: Date,
): Promise<DeskProduct[]> {
  return write(db, async (tx, emit) => {
    const changed: DeskProduct[] = []
    const problems: Problem[] = []
    for (const { id, place, change } of byId(changes)) {
      const refused = await catchRefusal(
        async () => void changed.push(await applyChange(tx, id, change, now)),
      )
      if (refused) problems.push(...problemsOf(refused, `changes.${place}`))
    }
    if (problems.length > 0)
      throw new Refusal(codeOf(problems), sentenceOf(problems.length), { problems })
    emit({ kind: 'products', productIds: changed.map(({ id }) => id) })
    return changed
  })
}

/** By ID, so concurrent saves can't deadlock. */
function byId(changes: readonly BulkChange[]) {
  return changes
    .map(({ id, ...change }, place) => ({ id, place, change }))
    .sort((one, other) => one.id - other.id)
}

async function catchRefusal(work: () => Promise<void>): Promise<Refusal | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function problemsOf({ field = 'id', message, problems }: Refusal, row: string): Problem[] {
  return (problems ?? [{ field, message }]).map((problem) => ({
    ...problem,
    field: `${row}.${problem.field}`,
  }))
}

function codeOf(problems: readonly Problem[]) {
  return problems.some(({ current }) => current !== undefined)
    ? 'changed-meanwhile'
    : 'stock-changed'
}

function sentenceOf(count: number): string {
  return `Nothing was saved: ${count === 1 ? 'one row needs' : `${count} rows need`} another look.`
}
