import type { RequestOf } from '#contract/endpoint.ts'
import type { bulkProducts, ImportedList, ImportedRow } from '#contract/products/bulk-products.ts'
import { refuseTokens } from '#server/core/caller.ts'
import { hashOfJson } from '#server/core/hash.ts'
import { importFile } from '#server/core/import-file.ts'
import type { Db } from '#server/db/write.ts'
import { addCategory, listCategoryNames } from '#server/features/categories/categories.ts'
import { addProduct, applyChange } from './edit-product.ts'
import { type Catalogue, type PlannedRow, planImport } from './plan-import.ts'
import { readCsv } from './product-csv.ts'
import { listProducts } from './product-queries.ts'

type Request = RequestOf<typeof bulkProducts.import>

/**
 * @throws Refusal 'not-allowed' for a token that makes categories, 'invalid' for a file or a row
 * that is wrong, and those of `importFile`
 */
export async function importProducts(
  db: Db,
  { csv, apply, plan, columns: chosen, skipRefused, ...accepted }: Request['body'],
  now: Date,
): Promise<ImportedList> {
  if (accepted.categories) refuseTokens()
  const { rows, columns } = await readCsv(csv, chosen)
  return importFile(
    db,
    { apply, plan, skipRefused },
    {
      planRows: async (tx) => planImport(rows, await readCatalogue(tx), accepted),
      asList: (planned, applied) => asList(planned, { applied, columns }),
      problemsIn: ({ rows }) => rows.flatMap(problemsOf),
      carryOut: async (tx, emit, planned) =>
        emit({ kind: 'products', productIds: await carryOut(tx, planned, now) }),
    },
  )
}

async function readCatalogue(db: Db): Promise<Catalogue> {
  const products = new Map((await listProducts(db)).map((product) => [product.id, product]))
  const gone = db.selectFrom('products').select('id').where('deleted_at', 'is not', null)
  const deleted = new Set((await gone.execute()).map(({ id }) => id))
  return { products, deleted, categories: await listCategoryNames(db) }
}

async function carryOut(tx: Db, planned: readonly PlannedRow[], now: Date): Promise<number[]> {
  const changed: number[] = []
  const known = new Set(await listCategoryNames(tx))
  const named = new Set(planned.flatMap(({ draft, change }) => (draft ?? change)?.category ?? []))
  for (const name of named.difference(known)) await addCategory(tx, name, now)
  // In ID order, so concurrent saves can't deadlock.
  for (const { id, change } of planned.toSorted((one, other) => (one.id ?? 0) - (other.id ?? 0)))
    if (id !== null && change) changed.push((await applyChange(tx, id, change, now)).id)
  for (const { draft } of planned) if (draft) changed.push((await addProduct(tx, draft, now)).id)
  return changed
}

function problemsOf({ row, problems }: ImportedRow) {
  return problems.map(({ column, message }) => ({ field: `rows.${row}.${column ?? ''}`, message }))
}

type ListParts = Pick<ImportedList, 'applied' | 'columns'>

function asList(planned: readonly PlannedRow[], parts: ListParts): ImportedList {
  const rows = planned.map(({ draft: _, change: __, ...row }) => row)
  return { ...parts, plan: hashOfJson(planned), rows }
}
