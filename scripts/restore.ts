// Replaces the shop, which must be closed, with a backup: `npm run restore -- FILE`. Reads the
// server's settings. `--take-over` makes it act for the original shop at the card provider: use it
// only if that one is gone for good.

import '../server/require-node.js'
import { parseArgs } from 'node:util'
import { cents } from '../contract/money/money.ts'
import { plainDollars } from '../contract/money/plain-dollars.ts'
import { readConfig } from '../server/config/config.ts'
import { ownerMessage } from '../server/core/owner-messages.ts'
import { readPassphrase } from '../server/features/backups/passphrase.ts'
import { restoreBackup } from '../server/features/backups/restore-backup.ts'
import type { Restored } from '../server/features/backups/restore-stage.ts'
import { makePrivate } from '../server/files/private-files.ts'
import { printProgress } from './print-progress.ts'
import { whereTyped } from './where-typed.ts'

makePrivate()
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'take-over': { type: 'boolean' } },
  })
  const [file, ...more] = positionals
  if (!file || more.length > 0) {
    console.error('Which backup? npm run restore -- FILE')
    process.exit(1)
  }
  const config = readConfig()
  const { dataDir, databaseUrl, pictureBucket } = config
  const place = { dataDir, databaseUrl, pictureBucket }
  const passphrase = readPassphrase(config)
  const onProgress = printProgress()
  const request = { ...place, file: whereTyped(file), passphrase, onProgress }
  printResult(
    await restoreBackup({ ...request, takeOver: values['take-over'] ?? false, now: new Date() }),
  )
} catch (error) {
  console.error(ownerMessage(error))
  process.exitCode = 1
}

function printResult({
  about,
  sums,
  pictures,
  booksDiffer,
  newlyDiffer,
  hasNewId,
  passkeys,
  nextOrder,
  erasedAgain,
  undo,
}: Restored): void {
  const taken = plainDollars(cents(sums.capturedCents))
  console.log(
    `The shop is as it was on ${about.madeAt}: ${sums.orders} orders, $${taken} taken, ${pictures} pictures.`,
  )
  console.log(
    booksDiffer === 0
      ? 'The books balance.'
      : `The books are off in ${booksDiffer} rows, as they were then.`,
  )
  if (newlyDiffer > 0)
    console.log(
      `By checks that the backup's release did not have, they are off in ${newlyDiffer} rows; see npm run check:books.`,
    )
  if (erasedAgain > 0)
    console.log(
      `Customers erased since the backup was made are erased again: ${erasedAgain} orders.`,
    )
  console.log(
    `The next order is #${nextOrder}: numbers used since the backup stay with those orders.`,
  )
  if (hasNewId)
    console.log(
      'To the card provider it is a separate shop, so it cannot touch the payments of the one it was made from. If that one is gone for good, restore again with --take-over.',
    )
  if (passkeys > 0)
    console.log(
      `The passkeys in the backup open the desk: ${passkeys}. Remove what you do not know at the desk (More, Passkeys).`,
    )
  if (undo)
    console.log(
      `The previous shop is kept in ${undo.place}. To get it back:\n  ${undo.how.join('\n  ')}`,
    )
  console.log('Now start the shop: systemctl start farmstand, or npm start away from a server.')
}
