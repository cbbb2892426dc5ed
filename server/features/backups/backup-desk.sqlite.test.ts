import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BackupDesk } from '#contract/backups/backups.ts'
import { masterFile } from '#contract/products/pictures.ts'
import { write } from '#server/db/write.ts'
import { runJobs } from '#server/jobs.ts'
import { anEmptyLocation, NOW } from '#tests/a-backup.ts'
import { aBucket } from '#tests/a-bucket.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { PICTURE_PLACES } from '#tests/picture-places.ts'
import { startNightlyBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

async function aDesk(env: Record<string, string> = {}) {
  const shop = await aShop({ env })
  await aProduct(shop.db)
  // Signs in each time: days pass here, and a session ends after hours.
  const desk = async (method: 'GET' | 'POST', url: string) =>
    shop.inject({ method, url, headers: { cookie: await signIn(shop) } })
  const shown = async (): Promise<BackupDesk> => (await desk('GET', '/api/backups')).json()
  shop.shop.report = () => {}
  const round = async (minutes: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + minutes * 60_000)
    await runJobs(shop.shop)
    await shop.settled()
  }
  return { shop, desk, shown, round, folder: shop.config.backup.folder }
}

describe('a backup by hand', () => {
  test.each(PICTURE_PLACES)(
    'is begun at once, kept for its owner alone, listed, and what is downloaded can be restored, with pictures in %s',
    async (pictures) => {
      const { shop, desk, shown, folder } = await aDesk(
        pictures === 'an object store' ? (await aBucket()).env : {},
      )
      await shop.shop.pictures.put(
        masterFile('e'.repeat(32)),
        Buffer.from('as if it were a picture'),
      )
      const begun = await desk('POST', '/api/backups')
      expect([begun.statusCode, begun.json().running]).toEqual([
        201,
        { done: 0, total: 0, secondsLeft: null },
      ])
      expect((await desk('POST', '/api/backups')).statusCode).toBe(409)
      await shop.settled()
      const { backups, running, failure } = await shown()
      expect([running, failure]).toEqual([null, null])
      expect(backups).toMatchObject([
        { kind: 'by-hand', madeAt: '2026-11-18T18:00:00.000Z', isEncrypted: false },
      ])
      const [{ name = '', bytes = 0 } = {}] = backups
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
      const answer = await desk('GET', `/api/backups/file?name=${name}`)
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="${name}"`)
      expect(answer.rawPayload).toHaveLength(bytes)
      const file = join(shop.config.dataDir, 'downloaded')
      await writeFile(file, answer.rawPayload)
      const place = await anEmptyLocation('sqlite')
      const restored = await restoreBackup({
        ...place,
        file,
        passphrase: null,
        takeOver: false,
        now: NOW,
      })
      expect([restored.sums.stock, restored.pictures]).toEqual([10, 1])
    },
  )

  test('is encrypted where a passphrase is set, and the desk says so', async () => {
    const { shop, desk, shown } = await aDesk({ BACKUP_PASSPHRASE: 'seven brown hens' })
    await desk('POST', '/api/backups')
    await shop.settled()
    expect(await shown()).toMatchObject({ isEncrypted: true, backups: [{ isEncrypted: true }] })
  })

  test('is handed out by its name alone', async () => {
    const { desk } = await aDesk()
    for (const name of [
      '../shop.db',
      'shop.db',
      '%2e%2e%2fshop.db',
      '..%2Fuploads',
      '/etc/passwd',
      '',
    ])
      expect((await desk('GET', `/api/backups/file?name=${name}`)).statusCode, name).toBe(404)
  })
})

describe('the night’s backup', () => {
  test('is made at three in the morning of the farm, once, later where the shop was closed, and not at the first start', async () => {
    const { round, shown } = await aDesk()
    await round(0)
    expect(await shown()).toMatchObject({ backups: [], nextNightly: '2026-11-19T10:00:00.000Z' })
    await round(16 * 60 - 1)
    expect((await shown()).backups).toEqual([])
    await round(1)
    await round(1)
    expect(await shown()).toMatchObject({
      backups: [{ kind: 'nightly', madeAt: '2026-11-19T10:00:00.000Z' }],
      nextNightly: '2026-11-20T10:00:00.000Z',
    })
    await round(30 * 60)
    expect(await shown()).toMatchObject({
      backups: [{ kind: 'nightly', madeAt: '2026-11-20T16:01:00.000Z' }, {}],
      nextNightly: '2026-11-21T10:00:00.000Z',
    })
  })

  test('that fails says why at the desk until one succeeds, is tried again an hour later, and removes nothing', async () => {
    const { desk, round, shown, folder } = await aDesk()
    const told = async () => (await desk('GET', '/api/admin/notices')).json().backupFailure
    await round(0)
    await rm(folder, { recursive: true, force: true })
    await writeFile(folder, 'a file, no folder')
    await round(16 * 60)
    const retry = { backups: [], nextNightly: '2026-11-19T11:00:00.000Z', failure: {} }
    expect(await shown()).toMatchObject(retry)
    expect(await told()).toMatch('There is a file where a folder is needed')
    await rm(folder)
    await round(60)
    const done = { backups: [{}], nextNightly: '2026-11-20T10:00:00.000Z', failure: null }
    expect(await shown()).toMatchObject(done)
    expect(await told()).toBeNull()
  })

  test('removes old nightly ones and what broken writing left, and nothing else', async () => {
    const { round, folder } = await aDesk()
    await mkdir(folder, { recursive: true })
    const old = Array.from(
      { length: 28 },
      (_, day) => `farmstand-nightly-2026-10-${String(day + 1).padStart(2, '0')}T10-00-00Z.tar.zst`,
    )
    const others = ['farmstand-2020-01-01T10-00-00Z.tar.zst', 'before-0009-x.db', 'notes.txt']
    const part = `farmstand-2026-10-01T10-00-00Z.tar.zst.${randomUUID()}.part`
    for (const name of [...old, ...others, part]) await writeFile(join(folder, name), '')
    await utimes(join(folder, part), new Date('2026-10-01'), new Date('2026-10-01'))
    await round(0)
    await round(16 * 60)
    const left = await readdir(folder)
    expect(left).toEqual(expect.arrayContaining(others))
    expect(left).not.toContain(part)
    expect(left.filter((name) => name.includes('nightly'))).toHaveLength(8)
  })

  test('can be turned off', async () => {
    const { shop, round, shown } = await aDesk()
    const off = { key: 'backup_nightly' as const, value: 'false', description: '' }
    await round(0)
    await write(shop.db, (tx) => tx.insertInto('settings').values(off).execute())
    await round(48 * 60)
    expect(await shown()).toMatchObject({ backups: [], nextNightly: null })
  })

  test('is made by one of several processes', async () => {
    const { shop, shown, round } = await aDesk()
    await round(0)
    shop.clock.now = new Date('2026-11-19T10:00:00.000Z')
    await Promise.allSettled([startNightlyBackup(shop.shop), startNightlyBackup({ ...shop.shop })])
    await shop.settled()
    expect((await shown()).backups).toHaveLength(1)
  })
})
