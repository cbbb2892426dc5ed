import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { appendFileSync, cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { setValue } from '#server/core/key-value.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { write } from '#server/db/write.ts'
import { aForm, aPhoto } from '../a-picture.ts'
import { aPlace, signIn } from '../a-shop.ts'
import { aDataFolder, aRunningShop } from '../e2e/a-running-shop.ts'
import { someOf } from '../length-of-run.ts'
import { aCrowd, aShopToKill } from './a-crowd.ts'
import { aFarShop } from './a-far-shop.ts'
import { judgeCrowd } from './judge-crowd.ts'

/** SQLite's WAL takes up the smaller one entirely and leaves no room for a picture. */
const SMALL = '8m'
const COMMON = '24m'

/**
 * A private mount namespace: only the server sees what's mounted there, and it goes with the
 * server.
 */
const OWN_ROOM = process.getuid?.() === 0 ? ['unshare', '-m'] : ['unshare', '-r', '-m']
const SMALL_DISK = `mount -t tmpfs -o size=$2 tmpfs "$1" && cp -R "$0/." "$1" && shift 2 && exec "$@"`

function whyNoSmallDisk(): string | null {
  const [program = '', ...text] = [
    ...OWN_ROOM,
    'mount',
    '-t',
    'tmpfs',
    '-o',
    `size=${SMALL}`,
    'tmpfs',
    '/tmp',
  ]
  const tried = spawnSync(program, text)
  return tried.status === 0 ? null : 'nothing may be mounted here, not even in a room of its own'
}

const PATIENCE = { timeout: 60_000 }

const reason = inject('postgresUrl') ? 'that is PostgreSQL’s own matter there' : whyNoSmallDisk()
if (reason) console.warn(`No disk is filled: ${reason}.`)

test.skipIf(reason).each(someOf([SMALL, COMMON], 2, 1))(
  'on a full disk of %s the shop can be looked at and sells nothing, until there is room again',
  { timeout: 180_000 },
  async (size) => {
    const { where, config } = await aShopToKill()
    const crowd = await aCrowd(config, () => shop.url)
    const dataDir = await aDataFolder()
    const shop = await aRunningShop({ ...where, DATA_DIR: dataDir }, [
      ...OWN_ROOM,
      'sh',
      '-c',
      SMALL_DISK,
      config.dataDir,
      dataDir,
      size,
    ])
    const inside = `/proc/${shop.process.pid}/root${dataDir}`
    const farmer = await aFarmer(shop.url)
    const picture = await farmer.upload()
    crowd.letIn()
    await crowd.buys(20)
    fill(join(inside, 'filler'))
    crowd.statuses.clear()
    await expect.poll(() => crowd.statuses.has(503), { timeout: 30_000 }).toBe(true)
    const ready = await fetch(`${shop.url}/readyz`)
    const said = [ready.status, (await ready.text()).split('\n')[0]]
    expect(said).toEqual([503, 'the disk is full'])
    expect(await farmer.faults()).toEqual(['disk-full'])
    for (const path of ['/', '/api/products', '/checkout', picture.replace('.webp', '-160.webp')])
      expect([path, (await fetch(shop.url + path)).status]).toEqual([path, 200])
    expect(
      (await farmer.desk.inject({ url: '/api/orders', headers: { cookie: farmer.cookie } }))
        .statusCode,
    ).toBe(200)
    const refused = await farmer.send()
    expect([refused.status, await refused.text()]).toEqual([503, NO_ROOM])
    expect(
      [...crowd.statuses].filter((status) => ![200, 201, 402, 409, 503].includes(status)),
    ).toEqual([])
    // While the disk is full: no trial write fits where no order does.
    await pause(3000)
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(503)
    rmSync(join(inside, 'filler'))
    await expect
      .poll(async () => (await fetch(`${shop.url}/readyz`)).status, { timeout: 30_000 })
      .toBe(200)
    await crowd.buys(20)
    if (size === COMMON) await farmer.upload()
    await crowd.goHome()
    cpSync(inside, config.dataDir, { recursive: true })
    await shop.stop('SIGKILL')
    await judgeCrowd(crowd, config, 'a disk that was full')
  },
)

test.skipIf(reason)(
  'a backup for which there is no room says so, leaves nothing, and takes away what an earlier one left',
  PATIENCE,
  async () => {
    const { DATA_DIR = '' } = await aPlace()
    const { db, close } = await openDatabase({ dataDir: DATA_DIR, databaseUrl: null }, new Date())
    const incompressible = randomBytes(4_000_000).toString('base64')
    await write(db, (tx) => setValue(tx, 'trial_write', incompressible)).finally(close)
    const full = await aDataFolder()
    const script = join(import.meta.dirname, '../../scripts/farmstand.js')
    const run = `mount -t tmpfs -o size=1m tmpfs "$1" && cd "$1" || exit 9
      touch -d '2 hours ago' "shop.${randomUUID()}.part" && touch "shop.${randomUUID()}.part"
      "$0" ${script} backup --to kept; echo "ended $?"; ls -A | sed 's/[.-].*//'`
    const [program = '', ...words] = [...OWN_ROOM, 'sh', '-c', run, process.execPath, full]
    for (const BACKUP_PASSPHRASE of someOf(['', 'corn and beans and squash'], 2, 1)) {
      const env = { PATH: process.env.PATH, DATA_DIR, BACKUP_PASSPHRASE }
      const { stdout, stderr } = spawnSync(program, words, { env, encoding: 'utf8' })
      // Progress lines, which a slow machine prints too.
      expect([stdout.replace(/^….*\n/gm, ''), stderr]).toEqual([
        'ended 1\nshop\n',
        expect.stringMatching(/^The disk is full\..*\n$/),
      ])
    }
  },
)

const NO_ROOM =
  'The shop’s disk is full, so the picture cannot be saved. Please free up space and try again.'

/** Leaves not one byte. */
function fill(file: string): void {
  for (const size of [1024 * 1024, 4096, 1]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}

async function aFarmer(url: string) {
  const desk = aFarShop(() => url)
  const cookie = await signIn(desk)
  const photo = await aPhoto({ width: 640, height: 480 })
  const send = () =>
    fetch(`${url}/api/upload`, { method: 'POST', headers: { cookie }, body: aForm(photo) })
  const upload = async () => {
    const answer = await send()
    expect(answer.status).toBe(201)
    return String((await answer.json()).imageUrl)
  }
  const faults = async () =>
    (await desk.inject({ url: '/api/admin/notices', headers: { cookie } })).json().faults
  return { desk, cookie, send, upload, faults }
}
