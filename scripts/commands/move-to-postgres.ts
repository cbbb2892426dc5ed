import { cents } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import { readConfig, readMoveTarget } from '#server/config/config.ts'
import { moveShop } from '#server/features/backups/move-shop.ts'
import { printProgress } from './print-progress.ts'

/** The data folder keeps everything but no longer opens by itself. */
export async function moveToPostgres(address: string | undefined): Promise<void> {
  const { dataDir, databaseUrl, pictureBucket } = readConfig()
  const to = readMoveTarget(address)
  if (databaseUrl) console.log('DATABASE_URL is ignored: a shop moves from the data folder.')
  const { sums, booksDiffer } = await moveShop({ dataDir, to, now: new Date() }, printProgress())
  const taken = plainDollars(cents(sums.capturedCents))
  console.log(`Moved: ${sums.orders} orders, $${taken} taken; counts and sums are the same.`)
  console.log(
    booksDiffer === 0
      ? 'The books balance.'
      : `The books are off in ${booksDiffer} rows, as they were before.`,
  )
  const place = pictureBucket ? `the bucket ${pictureBucket.bucket}` : dataDir
  console.log(
    `From now on start the shop with DATABASE_URL set to that address. Pictures stay in ${place}.`,
  )
  console.log(
    'Without DATABASE_URL it no longer starts: the old shop.db would be a second shop with the same name.',
  )
}
