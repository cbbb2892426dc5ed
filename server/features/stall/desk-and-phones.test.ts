import { expect, test } from 'vitest'
import { checkBooks } from '#server/features/books/check-books.ts'
import { IS_LONG, isShortOnPostgres } from '#tests/length-of-run.ts'
import { aMarketHistory, compare, goOn, sendAll } from '#tests/market-history.ts'

const DAYS = IS_LONG ? 300 : isShortOnPostgres() ? 2 : 10
const STEPS = 40

test.for(Array.from({ length: DAYS }, (_, day) => day + 1))(
  'a market day adds up to what was said of it, at the desk and on phones, in whatever order it is heard (%i)',
  { timeout: 60_000 },
  async (seed) => {
    const history = await aMarketHistory(seed)
    for (let step = 0; step < STEPS; step++) await goOn(history)
    await sendAll(history)
    const { found, expected } = await compare(history)
    expect(found).toEqual(expected)
    expect(await checkBooks(history.db)).toEqual([])
  },
)
