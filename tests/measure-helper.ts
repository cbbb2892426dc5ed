import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cents } from '#contract/money/money.ts'
import type { ProductDraft } from '#contract/products/products.ts'
import { readConfig } from '#server/config/config.ts'
import { write } from '#server/db/write.ts'
import { answerMessage } from '#server/features/chat/answer-message.ts'
import { insertProduct } from '#server/features/products/product-queries.ts'
import { openShop } from '#server/open-shop.ts'
import { SET_ASIDE } from './farm-questions/set-aside.ts'
import { TO_TUNE_ON } from './farm-questions/to-tune-on.ts'
import { quickPlace } from './quick-place.ts'

/**
 * Prints how long the farm helper takes to answer, with 1,000 products besides the demo shop's:
 * every question of the sets ten times, with a sale before each and an edit of the farmer's before
 * every fiftieth. `node tests/measure-helper.ts`; with DATABASE_URL set, on that PostgreSQL.
 */
const KINDS =
  'amber broad crisp dusky early frosted giant heirloom ivory jewel king late mellow noble'.split(
    ' ',
  )
const THINGS =
  'plums parsnips turnips loaves jams chutneys beans leeks peppers melons gourds muffins'.split(' ')

const dataDir = await mkdtemp(join(quickPlace(), 'farmstand-measure-'))
const config = readConfig({
  LOG_LEVEL: 'silent',
  DATA_DIR: dataDir,
  DATABASE_URL: process.env.DATABASE_URL ?? '',
})
const { shop, close } = await openShop(config, {
  client: null,
  renderPage: async () => ({ status: 200, html: '' }),
})
const ids = await write(shop.db, async (tx, emit) => {
  const made: number[] = []
  for (let count = 0; count < 1000; count++) {
    const name = `${KINDS[count % KINDS.length]} ${THINGS[count % THINGS.length]} number ${count}`
    const draft: ProductDraft = {
      name,
      description:
        `${name}. Grown without sprays, picked the day before market, ` +
        'and good for soup. Keeps two weeks.',
      category: 'Vegetables',
      price: (100 + count) as Cents,
      stock: count % 40,
      imageUrl: null,
    }
    made.push(await insertProduct(tx, draft, shop.now()))
  }
  emit({ kind: 'products', productIds: made })
  return made
})

type Took = { wall: number; work: number }
const times: Took[] = []
const afterEdit: Took[] = []
const questions = [...TO_TUNE_ON, ...SET_ASIDE]
for (let round = 0; round < 10; round++) {
  for (const [place, { ask }] of questions.entries()) {
    const isEdit = place % 50 === 0
    const id = ids[(round * 131 + place * 7) % ids.length] ?? 1
    await write(shop.db, async (tx, emit) => {
      await tx
        .updateTable('products')
        .set({ stock: 20 + (place % 5) })
        .where('id', '=', id)
        .execute()
      emit({ kind: isEdit ? 'products' : 'stock', productIds: [id] })
    })
    const [begun, worked] = [performance.now(), process.cpuUsage()]
    await answerMessage(
      shop,
      { text: ask, sessionId: `m${round}_${place}`.padEnd(21, '_'), address: null },
      shop.now(),
    )
    const list = isEdit ? afterEdit : times
    const { user, system } = process.cpuUsage(worked)
    list.push({ wall: performance.now() - begun, work: (user + system) / 1000 })
  }
}
/** By the clock, which a busy machine stretches, and by CPU time. */
function formatTimes(list: readonly Took[]): string {
  const of = (kind: keyof Took) => {
    const sorted = list.map((took) => took[kind]).sort((one, other) => one - other)
    const at = (share: number) =>
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
    return `median ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`
  }
  return `${list.length} answers; by the clock ${of('wall')}; of work ${of('work')}`
}

console.log(`after a sale, ${formatTimes(times)}`)
console.log(`after an edit of the shop, ${formatTimes(afterEdit)}`)
await close()
await rm(dataDir, { recursive: true, force: true })
