import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { SETTING_KEYS } from '#contract/settings/setting-table.ts'
import { isPublicSetting } from '#contract/settings/settings.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { someOf } from '../length-of-run.ts'
import { startPostgres } from '../postgres.ts'
import {
  aDataFolder,
  aFailedStart,
  aRunningShop,
  MAIN,
  PASSWORD,
  type RunningShop,
} from './a-running-shop.ts'
import { buyFrom } from './an-order.ts'

async function json(url: string, body?: object) {
  const headers = { 'content-type': 'application/json' }
  const sent: RequestInit = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {}
  const answer = await fetch(url, sent)
  return { status: answer.status, body: await answer.json() }
}

test('a stop still answers who had connected before it, and closes that connection', async () => {
  const shop = await aRunningShop()
  const late = connect(Number(new URL(shop.url).port), '127.0.0.1')
  await once(late, 'connect')
  // Connections are taken in order: once this one is answered, the shop has the other one too.
  await json(`${shop.url}/api/products`)
  const ended = shop.stop()
  await pause(100)
  late.write('GET /api/products HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const answer = (await late.toArray()).join('')
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(answer).toMatch(/connection: close/i)
  expect(await ended).toBe(0)
})

describe('the first start', () => {
  test('fills the demo shop, keeps it its owner’s alone, and prints the password it made, once', async () => {
    const folder = join(await aDataFolder(), 'data')
    const first = await aRunningShop({ DATA_DIR: folder, ADMIN_PASSWORD: '' })
    const password = /shown this once: (\S+)/.exec(first.printed())?.[1] ?? ''
    expect((await json(`${first.url}/api/products`)).body).toHaveLength(24)
    const shown = SETTING_KEYS.filter((key) => isPublicSetting({ key }))
    expect((await json(`${first.url}/api/settings`)).body).toHaveLength(shown.length)
    expect((await json(`${first.url}/api/admin/login`, { password })).status).toBe(200)
    expect((await buyFrom(first.url)).statusCode).toBe(201)
    const stored = (await readdir(folder, { recursive: true })).map((name) => join(folder, name))
    const modes = await Promise.all(
      [folder, ...stored].map(async (path) => [path, (await stat(path)).mode & 0o077]),
    )
    expect(modes.length).toBeGreaterThan(20)
    expect(modes.filter(([, open]) => open !== 0)).toEqual([])
    expect(await first.stop()).toBe(0)
    const second = await aRunningShop({ DATA_DIR: folder, ADMIN_PASSWORD: '' })
    expect(second.printed()).not.toContain('shown this once')
    expect((await json(`${second.url}/api/products`)).body).toHaveLength(24)
    expect((await json(`${second.url}/api/admin/login`, { password })).status).toBe(200)
  })

  test('with DEMO=0 is empty, and keeps what Node compiled for the next start, while it is open', async () => {
    const folder = await aDataFolder()
    const shop = await aRunningShop({ DEMO: '0', NODE_COMPILE_CACHE: folder })
    expect((await json(`${shop.url}/api/products`)).body).toEqual([])
    expect((await json(`${shop.url}/api/settings`)).body).toEqual([])
    const stored = async () => (await readdir(folder, { recursive: true })).length
    await expect.poll(stored).toBeGreaterThan(20)
  })
})

describe('a start is refused in words', () => {
  test('with a wrong variable, by its name', async () => {
    const { said, code } = await aFailedStart({ PORT: 'eighty' })
    expect([said.trim(), code]).toEqual([
      'Farmstand cannot start:\nPORT must be a port number from 0 to 65535',
      1,
    ])
  })

  // The variables' formats are tested in server/config/config.sqlite.test.ts.
  test.each(
    someOf(
      [
        ['TRUST_PROXY', '::::'],
        ['TRUST_PROXY', '10.0.0.0/99'],
        ['HOST', '203.0.113.7'],
        ['DATA_DIR', MAIN],
        ['DATA_DIR', '/proc/nope'],
        ['DATA_DIR', '/proc/nope/data'],
        ['LOG_LEVEL', 'loud'],
        ['DATABASE_URL', 'postgres://nobody@127.0.0.1:9/farm'],
      ] as const,
      3,
    ),
  )('with a %s that leads nowhere (%s), by its name', async (name, value) => {
    const { said, code } = await aFailedStart({ [name]: value })
    expect(said).toMatch(new RegExp(`(?:^|\\n)\\nFarmstand cannot start:\\n.*${name}`))
    expect(code).toBe(1)
  })
})

describe('a start on a PostgreSQL that cannot be used says why in words, and so does a move there:', () => {
  async function aStranger(greet: (socket: Socket) => void): Promise<string> {
    const server = createServer(greet).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    return `postgres://farm@127.0.0.1:${(server.address() as AddressInfo).port}/farm`
  }
  const send = async (url: string) => {
    const DATA_DIR = await aDataFolder()
    await (await openDatabase({ dataDir: DATA_DIR, databaseUrl: null }, new Date())).close()
    const { said, code } = await aFailedStart({ DATABASE_URL: url })
    const move = [join(MAIN, '../../scripts/farmstand.js'), 'move-to-postgres', url]
    const moved = promisify(execFile)(process.execPath, move, { env: { DATA_DIR } })
    const { stderr } = await moved.catch((error: { stderr: string }) => error)
    return { started: said.trim(), code, moved: stderr.trim() }
  }

  test('a wrong password, and a database that is not there', async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const wrong = new URL(postgres.url)
    wrong.password = 'not this one'
    const other = new URL(postgres.url)
    other.pathname = '/nowhere'
    const cases = [
      [wrong, 'the user or the password is wrong'],
      [other, 'there is no database with that name'],
    ] as const
    for (const [url, text] of someOf(cases, 2)) {
      const { started, code, moved } = await send(url.href)
      expect(started).toMatch(
        new RegExp(`^Farmstand cannot start:\\nDATABASE_URL: ${text} \\(.*\\)$`),
      )
      expect(code).toBe(1)
      expect(moved).toMatch(
        new RegExp(`^The PostgreSQL database cannot be reached: ${text}\\. \\(.*\\)$`),
      )
      expect(`${started} ${moved}`).not.toContain('not this one')
    }
  })

  test('a host that goes, and one that says nothing', async () => {
    // A silent server is given up after ten seconds; a long run has the time.
    const strangers = someOf([(socket: Socket) => void socket.destroy(), () => {}], 2)
    // In parallel: waiting for the silent one takes long.
    const sent = await Promise.all(strangers.map(async (greet) => send(await aStranger(greet))))
    for (const { started, code, moved } of sent) {
      expect(started).toMatch(
        /^Farmstand cannot start:\nDATABASE_URL: whatever is there is not PostgreSQL \(.*\)$/,
      )
      expect([code, moved.split('\n').length]).toEqual([1, 1])
    }
  })
})

test('a folder where no backup can be kept is told at the start, in the log and at the desk, and the shop sells', async () => {
  const shop = await aRunningShop({ BACKUP_DIR: '/proc/nope/backups' })
  await expect
    .poll(() => shop.printed())
    .toContain('BACKUP_DIR: backups cannot be stored in /proc/nope/backups')
  expect(await (await fetch(`${shop.url}/readyz`)).text()).toContain(
    'warning: the last backup failed',
  )
})

test('a shop that npm started ends when npm is ended', { timeout: 120_000 }, async () => {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, PORT: '0', DEMO: '0', DATA_DIR: await aDataFolder() }
  const npm = spawn('npm', ['start'], {
    cwd: join(MAIN, '../..'),
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void npm.kill('SIGKILL'))
  let printed = ''
  npm.stdout.on('data', (text) => {
    printed += text
  })
  const address = () => /listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1] ?? ''
  const isAlive = () =>
    fetch(`${address()}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect
    .poll(() => printed.includes('Farmstand is open') && isAlive(), { timeout: 90_000 })
    .toBe(true)
  npm.kill('SIGTERM')
  await expect.poll(isAlive, { timeout: 20_000 }).toBe(false)
})

/** Log lines; the greeting to the owner isn't one. */
function linesOf(shop: RunningShop): Record<string, unknown>[] {
  const lines = shop.printed().split('\n')
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
}

describe('a shop that runs', () => {
  const atEnd: (() => Promise<void>)[] = []
  let shop: RunningShop
  beforeAll(async () => {
    const env = { WORKER: '2', STRIPE_KEY: 'x', LOG_LEVEL: 'debug' }
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'farm@example.com' }
    shop = await aRunningShop({ ...env, ...mail }, [], (end) => atEnd.push(end))
  })
  afterAll(async () => {
    for (const end of atEnd.toReversed()) await end()
  })

  test('is alive, and ready with its database', async () => {
    expect(await (await fetch(`${shop.url}/healthz`)).text()).toBe('alive')
    expect(await (await fetch(`${shop.url}/readyz`)).text()).toBe('ready')
  })

  test('refuses a second one in its folder', async () => {
    const { said, code } = await aFailedStart({ DATA_DIR: shop.dataDir })
    expect(said).toMatch(/^\nFarmstand cannot start:\nAnother Farmstand server already uses/)
    expect(code).toBe(1)
    expect((await json(`${shop.url}/api/products`)).status).toBe(200)
  })

  test('refuses a second one on its port, which says its password all the same: the next start will not', async () => {
    const { said, code } = await aFailedStart({
      PORT: new URL(shop.url).port,
      ADMIN_PASSWORD: '',
    })
    expect(said).toMatch(/Its password, shown this once: \S/)
    expect(said).toContain(
      'Farmstand cannot start:\nPORT or METRICS_PORT: another program is already listening there',
    )
    expect(code).toBe(1)
  })

  test('names a misspelled variable in its log', async () => {
    await expect.poll(() => shop.printed()).toContain('WORKER (WORKERS?), STRIPE_KEY')
  })

  test('prints no secret, address or card token, and with all it logs of a request, and of the work that follows it, the id of its answer', async () => {
    const bought = await buyFrom(shop.url)
    const { receiptUrl } = bought.json()
    const secret = receiptUrl.replace('/o/', '')
    for (const path of [
      receiptUrl,
      `${receiptUrl}x`,
      `${receiptUrl}/pickup.ics`,
      `/api/receipts/${secret}`,
    ]) {
      for (const method of ['GET', 'HEAD', 'POST']) await fetch(shop.url + path, { method })
    }
    await json(`${shop.url}/api/admin/login`, { password: PASSWORD })
    await json(`${shop.url}/api/checkouts/${crypto.randomUUID()}`)
    await expect.poll(() => linesOf(shop).some((line) => line.what === 'send a mail')).toBe(true)
    await shop.stop()
    expect(shop.printed()).toContain('/api/payments/stripe/create-intent')
    expect(shop.printed()).toContain('/o/:secret')
    expect(shop.printed()).not.toContain(secret)
    expect(shop.printed()).not.toMatch(
      /ada@example\.com|pm_card|seven brown|_secret_|farmstand_admin|fm_visitor|checkouts\/[\da-f]/,
    )
    const lines = linesOf(shop)
    const id = bought.headers.get('x-request-id')
    expect(lines.find(({ route }) => route === '/api/orders')?.reqId).toBe(id)
    expect(lines.find(({ what }) => what === 'send a mail')?.reqId).toBe(id)
    for (const line of lines)
      expect(Object.keys(line)).toEqual(expect.arrayContaining(['level', 'time', 'msg']))
  })
})
