import { existsSync } from 'node:fs'
import { getValue } from '#server/core/key-value.ts'
import type { Engine } from '#server/db/column-words.ts'
import { type Erased, listErased } from '#server/db/erased-list.ts'
import { openFile } from '#server/db/open-database.ts'
import { listTables } from '#server/db/table-list.ts'
import type { Db } from '#server/db/tables.ts'
import { lastOrderNumber } from './skip-order-numbers.ts'

export type FormerShop = { shopId: string | null; lastOrder: number; erased: readonly Erased[] }

export const NO_SHOP: FormerShop = { shopId: null, lastOrder: 0, erased: [] }

export async function readFormerShop(db: Db, engine: Engine): Promise<FormerShop> {
  const tables = await listTables(db, engine)
  const erased = tables.some(({ name }) => name === 'erased_orders') ? await listErased(db) : []
  return { shopId: await getValue(db, 'shop_id'), lastOrder: await lastOrderNumber(db, engine), erased }
}

export async function formerShopIn(file: string): Promise<FormerShop> {
  if (!existsSync(file)) return NO_SHOP
  const { db, close } = openFile(file)
  try {
    return await readFormerShop(db, 'sqlite')
  } catch {
    return NO_SHOP
  } finally {
    await close()
  }
}
