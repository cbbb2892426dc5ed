import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { restoreBackup } from '#server/features/backups/restore-backup.ts'
import { aBackupOf, anEmptyLocation, NOW } from '#tests/a-backup.ts'
import { aShop } from '#tests/a-shop.ts'
import { quickPlace } from '#tests/quick-place.ts'
import { closeDataFolder } from './private-files.ts'

async function openToOthers(folder: string): Promise<string[]> {
  const names = ['.', ...(await readdir(folder))]
  const modes = await Promise.all(
    names.map(async (name) => [name, (await stat(join(folder, name))).mode & 0o077] as const),
  )
  return modes.filter(([, open]) => open !== 0).map(([name]) => name)
}

async function aLooseFolder(): Promise<string> {
  const folder = await mkdtemp(join(quickPlace(), 'farmstand-loose-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'uploads'), { mode: 0o755 })
  for (const name of ['shop.db', 'shop.db-wal', 'shop.lock'])
    await writeFile(join(folder, name), '', { mode: 0o644 })
  await chmod(folder, 0o755)
  return folder
}

test('a shop that others could read is its owner’s alone from its next start on', async () => {
  const shop = await aShop()
  const { dataDir } = shop.config
  await shop.close()
  await chmod(dataDir, 0o755)
  for (const name of await readdir(dataDir)) await chmod(join(dataDir, name), 0o755)
  expect(await openToOthers(dataDir)).not.toEqual([])
  const again = await aShopIn(dataDir, shop.config.databaseUrl)
  expect(await openToOthers(dataDir)).toEqual([])
  await again.close()
})

async function aShopIn(dataDir: string, databaseUrl: string | null) {
  return aShop({
    env: { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
  })
}

test('a shop that was restored is its owner’s alone, and so is the shop before it', async () => {
  const shop = await aShop()
  const { file } = await aBackupOf(shop.config)
  const place = await anEmptyLocation('sqlite')
  for (const _ of ['into nothing', 'in the place of a shop'])
    await restoreBackup({ ...place, file, passphrase: null, takeOver: false, now: NOW })
  expect(await readdir(place.dataDir)).toEqual(
    expect.arrayContaining(['shop.db', expect.stringMatching(/^before-/)]),
  )
  expect(await openToOthers(place.dataDir)).toEqual([])
})

test('in a folder that is everybody’s, only the shop’s own files are closed', async () => {
  const folder = await aLooseFolder()
  await writeFile(join(folder, 'of-somebody-else'), '', { mode: 0o644 })
  await chmod(folder, 0o1777)
  expect(closeDataFolder(folder)).toEqual([])
  expect((await stat(folder)).mode & 0o7777).toBe(0o1777)
  expect(await openToOthers(folder)).toEqual(['.', 'of-somebody-else'])
})
