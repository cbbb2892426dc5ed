import { readConfig } from '#server/config/config.ts'
import { moveBack as moveShopBack } from '#server/features/backups/move-shop.ts'

/**
 * Reopens the data folder of a shop that moved to PostgreSQL, as of moving day. Later orders are
 * lost; it counts them and refuses, unless `lose` gives the same number.
 */
export async function moveBack({ lose }: { lose?: string }): Promise<void> {
  const { dataDir, databaseUrl } = readConfig()
  const moved = await moveShopBack({ dataDir, databaseUrl, lose: lose ?? null })
  if (moved) {
    console.log(
      `The shop of ${dataDir} opens again without DATABASE_URL, as it was on ${moved.at.slice(0, 10)}.`,
    )
    console.log(`Never open the one at ${moved.to} again: both would sell the same goods.`)
  } else console.log(`The shop of ${dataDir} has not moved; there was nothing to undo.`)
}
