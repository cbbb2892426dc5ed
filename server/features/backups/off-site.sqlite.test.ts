import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { BackupDesk } from '#contract/backups/backups.ts'
import { readConfig } from '#server/config/config.ts'
import { setValue } from '#server/core/key-value.ts'
import { write } from '#server/db/write.ts'
import { diagnose } from '#server/features/setup/diagnose.ts'
import { runJobs } from '#server/jobs.ts'
import { copyBackup } from '#server/outside/copy-backup.ts'
import { networkProbes } from '#server/outside/network-probes.ts'
import { aBucket } from '#tests/a-bucket.ts'
import { aShop, signIn } from '#tests/a-shop.ts'
import { backupName } from './backup-folder.ts'

const VARIABLES = { BACKUP_S3_KEY: 'S3RVER', BACKUP_S3_SECRET: 'S3RVER' }
const LATE = 'the last backup was not copied off this machine'

async function aCopiedShop(env: Record<string, string>) {
  const shop = await aShop({ env })
  const { folder } = shop.config.backup
  const desk = async (url: string) =>
    (await shop.inject({ url, headers: { cookie: await signIn(shop) } })).json()
  const round = async (minutes: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + minutes * 60_000)
    await runJobs(shop.shop)
    await shop.settled()
  }
  return {
    shop,
    round,
    offSite: async (): Promise<BackupDesk['offSite']> => (await desk('/api/backups')).offSite,
    /** What the process that makes a backup leaves behind. */
    async backUp() {
      const { now } = shop.clock
      const name = backupName('by-hand', now, false)
      const file = join(folder, name)
      await mkdir(folder, { recursive: true })
      await writeFile(file, `The shop as of ${name}.`)
      await write(shop.db, (tx) => setValue(tx, 'last_backup', now.toISOString()))
      return { name, file }
    },
    /** What the desk's notices, `/readyz` and the checkup say about copies. */
    async told() {
      const ready = await shop.inject({ url: '/readyz' })
      const found = await diagnose({ ...shop, now: shop.clock.now }, networkProbes)
      return {
        overdue: (await desk('/api/admin/notices')).overdue,
        ready: [ready.statusCode, ready.body.includes(LATE)],
        checkup: found.find(({ what }) => what === 'Copies')?.state,
      }
    },
  }
}

const WELL = { overdue: [], ready: [200, false], checkup: 'ok' }
const FAILED = { overdue: ['copy'], ready: [200, true], checkup: 'wrong' }

test('each backup is in the bucket within a minute, byte by byte, once', async () => {
  const store = await aBucket()
  const url = `${store.bucket.endpoint}/${store.bucket.bucket}`
  const { round, backUp, told, offSite } = await aCopiedShop({ ...VARIABLES, BACKUP_S3_URL: url })
  await round(0)
  expect(await told()).toEqual({ ...WELL, checkup: 'warning' })
  const { name, file } = await backUp()
  expect(await store.read(name)).toBeNull()
  await round(1)
  expect(await store.read(name)).toEqual(await readFile(file))
  expect(await told()).toEqual(WELL)
  expect(await offSite()).toEqual({
    place: `in ${store.bucket.bucket} at ${store.bucket.endpoint}`,
    last: '2026-11-18T18:00:00.000Z',
    failure: null,
  })
  await store.close()
  await round(1)
  expect(await told()).toEqual(WELL)
})

test('a store that is away or refuses the key is told everywhere, keeps the shop open, and is asked again within the hour', async () => {
  const store = await aBucket()
  const url = `${store.bucket.endpoint}/${store.bucket.bucket}`
  const { round, backUp, told, offSite } = await aCopiedShop({ ...VARIABLES, BACKUP_S3_URL: url })
  const { name } = await backUp()
  await store.close()
  await round(1)
  expect(await told()).toEqual(FAILED)
  expect((await offSite())?.failure?.message).toMatch(/^BACKUP_S3_URL: ECONNREFUSED/)
  await store.open()
  await round(30)
  expect(await store.read(name)).toBeNull()
  await round(31)
  expect(await store.read(name)).not.toBeNull()
  expect(await told()).toEqual(WELL)

  const wrong = { ...VARIABLES, BACKUP_S3_SECRET: 'of another farm', BACKUP_S3_URL: url }
  const refused = await aCopiedShop(wrong)
  await refused.backUp()
  await refused.round(1)
  expect((await refused.offSite())?.failure?.message).toMatch(/SignatureDoesNotMatch/)
  expect(JSON.stringify(await refused.offSite())).not.toContain('another farm')
})

test('the command gets the file and no secret, and a folder with spaces does no harm', async () => {
  const shop = await aCopiedShop({
    BACKUP_COMMAND:
      'cp "$BACKUP_FILE" "$(dirname "$BACKUP_FILE")/a copy" && env > "$BACKUP_FILE.env"',
  })
  process.env.STRIPE_SECRET_KEY = 'sk_test_secret'
  const { file } = await shop.backUp()
  await shop.round(1).finally(() => delete process.env.STRIPE_SECRET_KEY)
  expect(await shop.told()).toEqual(WELL)
  expect(await readFile(join(file, '../a copy'))).toEqual(await readFile(file))
  const given = await readFile(`${file}.env`, 'utf8')
  expect(given).toContain(`BACKUP_FILE=${file}`)
  expect(given).not.toMatch(/STRIPE|ADMIN|DATA_DIR/)
})

test('a command that fails or is missing says why; a new backup is tried at once', async () => {
  const { round, backUp, told, offSite } = await aCopiedShop({
    BACKUP_COMMAND: 'no-such-program "$BACKUP_FILE"',
  })
  await backUp()
  await round(1)
  expect(await told()).toEqual(FAILED)
  expect((await offSite())?.failure?.message).toMatch(
    /^BACKUP_COMMAND: it ended with 127\. .*no-such-program/,
  )
  const failing = await aCopiedShop({
    BACKUP_COMMAND: 'echo x >> "$(dirname "$BACKUP_FILE")/tried"; echo no quota >&2; exit 3',
  })
  const tries = async () =>
    (await readFile(join(failing.shop.config.backup.folder, 'tried'), 'utf8')).length / 2
  await failing.backUp()
  await failing.round(1)
  expect((await failing.offSite())?.failure?.message).toBe(
    'BACKUP_COMMAND: it ended with 3. no quota',
  )
  await failing.round(1)
  expect(await tries()).toBe(1)
  await failing.backUp()
  await failing.round(1)
  expect(await tries()).toBe(2)
})

test('a command that hangs is ended with all it started, by its time or with the shop', async () => {
  const shop = await aShop()
  const file = join(shop.config.dataDir, 'a backup')
  await writeFile(file, 'all of it')
  const command = 'sleep 300 & echo $! > "$BACKUP_FILE.pid"; wait'
  const never = new AbortController().signal
  await expect(copyBackup({ command }, file, { stop: never, longest: 700 })).rejects.toThrow(
    'BACKUP_COMMAND: the copy took too long and was ended.',
  )
  const pid = Number(await readFile(`${file}.pid`, 'utf8'))
  await expect.poll(() => isRunning(pid)).toBe(false)
  const stop = AbortSignal.timeout(500)
  await expect(copyBackup({ command }, file, { stop })).rejects.toThrow('interrupted')
})

async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'gone) Z')
  return !/\) Z/.test(status)
}

test.each([
  [{ BACKUP_S3_URL: 'https://objects.example/farm' }, /BACKUP_S3_KEY must be set with the others/],
  [
    { ...VARIABLES, BACKUP_S3_URL: 'http://objects.example/farm' },
    /BACKUP_S3_URL must begin with https/,
  ],
  [
    { ...VARIABLES, BACKUP_S3_URL: 'https://objects.example' },
    /BACKUP_S3_URL must be the address of a bucket/,
  ],
])('the start refuses %j', (env, refusal) => {
  expect(() => readConfig(env)).toThrow(refusal)
})

test('the last part of the address is the bucket', () => {
  const url = 'https://farm.objects.example/storage/v1/s3/farm-backups/'
  expect(readConfig({ ...VARIABLES, BACKUP_S3_URL: url }).backup.copyTo).toEqual({
    bucket: {
      ...{ endpoint: 'https://farm.objects.example/storage/v1/s3', bucket: 'farm-backups' },
      ...{ key: 'S3RVER', secret: 'S3RVER', region: 'us-east-1' },
    },
  })
})
