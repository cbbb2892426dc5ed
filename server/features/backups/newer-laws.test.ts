import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { aBackupOf, anEmptyLocation, changeJson, ENGINE, forge, NOW } from '#tests/a-backup.ts'
import { aFarmCalendar } from '#tests/a-farm-calendar.ts'
import { restoreBackup } from './restore-backup.ts'

/** A backup of a shop whose market day claims more boxes than it has orders. */
async function aSpoiltBackup() {
  const { db, config } = await aFarmCalendar()
  await write(db, (tx) =>
    sql`update market_days set capacity = 9, taken = 1 where id = 1`.execute(tx),
  )
  return aBackupOf(config)
}

const restored = async (file: string) => {
  const place = await anEmptyLocation(ENGINE)
  return restoreBackup({ ...place, file, passphrase: null, takeOver: false, now: NOW })
}

test('a backup names the laws that its books were counted by', async () => {
  const { file, manifest } = await aSpoiltBackup()
  expect(manifest).toMatchObject({ booksDiffer: 1, laws: expect.arrayContaining(['places']) })
  expect(await restored(file)).toMatchObject({ booksDiffer: 1, newlyDiffer: 0 })
})

test('one of a release before a law is put back, and says what that law finds', async () => {
  const { file } = await aSpoiltBackup()
  const older = await forge(
    file,
    changeJson('manifest.json', (manifest) => ({ ...manifest, laws: ['stock'], booksDiffer: 0 })),
  )
  expect(await restored(older)).toMatchObject({ booksDiffer: 0, newlyDiffer: 1 })
})
