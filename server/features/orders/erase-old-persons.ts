import { writeErasedList } from '#server/db/erased-list.ts'
import { write } from '#server/db/write.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { eraseInside } from './erase-person.ts'
import { type ErasePosition, listWithPerson } from './erase-queries.ts'

const MAX_AT_ONCE = 200

const MAX_A_DAY = 2000

/** Erases the persons of orders older than the owner's setting says; one that is still needed waits for another day. */
export async function eraseOldPersons(shop: Shop): Promise<void> {
  const months = Number(await readSetting(shop.db, 'erase_orders_after_months'))
  if (Number.isInteger(months) && months > 0) await eraseBefore(shop, instantBefore(shop.now(), months))
  await writeErasedList(shop.db, shop.backups.folder)
}

async function eraseBefore(shop: Shop, before: string): Promise<void> {
  let erased = 0
  for (let after: ErasePosition | null = null; ; ) {
    const orders: ErasePosition[] = await listWithPerson(shop.db, { before, after, most: MAX_AT_ONCE })
    for (const { id } of orders) {
      const why = await write(shop.db, (tx, emit) => eraseInside(tx, emit, { id, at: shop.now() }))
      if (why === null) erased++
    }
    after = orders.at(-1) ?? null
    if (orders.length < MAX_AT_ONCE || erased >= MAX_A_DAY) return
  }
}

function instantBefore(now: Date, months: number): string {
  const then = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO('UTC').subtract({ months })
  return then.toInstant().toString({ smallestUnit: 'millisecond' })
}
