import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { setValue } from '#server/core/key-value.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { write } from '#server/db/write.ts'

test('unlatch-payments says whether there was something to undo', { timeout: 30_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'farmstand-unlatch-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null }, new Date())
  await write(db, (tx) => setValue(tx, 'payments_live', '1'))
  await close()
  const unlatch = () =>
    promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../farmstand.js'), 'unlatch-payments'],
      {
        env: { DATA_DIR: dataDir },
      },
    )
  expect((await unlatch()).stdout).toContain('may take test cards again')
  expect((await unlatch()).stdout).toContain('nothing to undo')
})
