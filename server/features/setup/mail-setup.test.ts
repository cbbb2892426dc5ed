import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { HOUR } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { queueMail } from '#server/features/mail/outbox.ts'
import { openShop } from '#server/open-shop.ts'
import { aBackupOf } from '#tests/a-backup.ts'
import { aMailServer } from '#tests/a-mail-server.ts'
import { type AShop, aShop, NO_PAGES } from '#tests/a-shop.ts'
import { insertOrder } from '#tests/an-order-row.ts'
import { signedInDesk } from '#tests/at-desk.ts'

const IS_POSTGRES = Boolean(inject('postgresUrl'))
const SECRET = 'muddy-boots-4471'

async function aDesk(options: Parameters<typeof aShop>[0] = {}) {
  const shop = await aShop(options)
  const desk = await signedInDesk(shop)
  const ask = async (...call: Parameters<typeof desk.ask>) => {
    const answer = await desk.ask(...call)
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }
  return { shop, ask, put: (change: object) => ask('PUT', '/api/admin/mail', change) }
}

function typedFor(url: string, more: object = {}): object {
  return {
    ...{ host: '127.0.0.1', port: Number(new URL(url).port), tls: 'starttls', user: '' },
    ...{ from: 'Hill Farm <orders@farm.example>', testTo: 'ada@farm.example' },
    ...more,
  }
}

/** Confirmations of orders placed this many hours ago, waiting for a mail server. */
async function waiting(shop: AShop, times: readonly number[]): Promise<void> {
  for (const hours of times) {
    const orderId = await insertOrder(shop, { customer_email: `b${hours}@x.example` })
    const at = new Date(shop.clock.now.getTime() - hours * HOUR)
    await write(shop.db, (tx) => queueMail(tx, { kind: 'order_confirmed', orderId }, at))
  }
}

test.runIf(IS_POSTGRES)(
  'on PostgreSQL mail is set by the variables of each server alone',
  async () => {
    const { ask, put } = await aDesk()
    const { body } = await ask('GET', '/api/admin/mail')
    expect(body).toMatchObject({
      setBy: null,
      whyNot: expect.stringMatching(/PostgreSQL.*SMTP_URL/),
    })
    const { url, arrived } = await aMailServer()
    expect(await put(typedFor(url))).toMatchObject({ status: 409, body: { code: 'set-elsewhere' } })
    expect(arrived).toEqual([])
  },
)

test.skipIf(IS_POSTGRES)(
  'a mail server that sends the test email is used at once and after a restart; what waited longer than a day is not sent',
  async () => {
    const { shop, ask, put } = await aDesk()
    const { url, arrived } = await aMailServer()
    await waiting(shop, [2, 3, 23, 25, 100])
    const before = await ask('GET', '/api/admin/mail')
    expect(before.body).toMatchObject({ setBy: null, waiting: { recent: 3, older: 2 } })
    const { status, body } = await put(typedFor(url, { user: '', testTo: ' ada@farm.example ' }))
    expect([status, body]).toEqual([
      200,
      {
        ...{ setBy: 'desk', whyNot: null, host: '127.0.0.1', port: Number(new URL(url).port) },
        ...{ tls: 'starttls', user: '', hasPassword: false },
        ...{ from: 'Hill Farm <orders@farm.example>', testTo: '' },
        waiting: { recent: expect.any(Number), older: 0 },
      },
    ])
    await shop.settled()
    expect(arrived.map(({ from, to }) => `${from} ${to}`)).toEqual(
      ['ada@farm', 'b23@x', 'b3@x', 'b2@x'].map((to) => `orders@farm.example ${to}.example`),
    )
    expect((await ask('GET', '/api/admin/notices')).body.mailConfigured).toBe(true)
    // Too old to send, so the desk doesn't count them as failed.
    expect((await ask('GET', '/api/admin/notices')).body.givenUpMails).toBe(0)
    await shop.close()
    const again = await openShop(shop.config, NO_PAGES)
    expect(again.shop.mail).not.toBeNull()
    await again.close()
  },
)

test.skipIf(IS_POSTGRES)('what waited is not sent at all where the farmer says so', async () => {
  const { shop, put } = await aDesk()
  const { url } = await aMailServer()
  await waiting(shop, [2, 25])
  const { body } = await put(typedFor(url, { waited: 'drop' }))
  expect(body.waiting).toEqual({ recent: 0, older: 0 })
})

test.skipIf(IS_POSTGRES)(
  'a server that does not work is said in words, and the one before goes on',
  async () => {
    const { shop, put } = await aDesk()
    const good = await aMailServer()
    await put(typedFor(good.url))
    const mailer = shop.shop.mail
    const bad = await aMailServer()
    bad.state.mood = 'refuses'
    const tries: [object, RegExp][] = [
      [
        typedFor(bad.url),
        /refused the sender’s or the recipient’s address. It said: “550 550 Nobody/,
      ],
      [typedFor('smtp://x:1'), /^Nobody answers at 127.0.0.1 on port 1\./],
      [
        typedFor(good.url, { host: 'mail.invalid', port: 587 }),
        /no mail server called mail.invalid/,
      ],
      [typedFor(good.url, { tls: 'tls' }), /does not begin with TLS/],
      // This machine, at an address that doesn't look local: no letter goes there unencrypted.
      [typedFor(good.url, { host: '0.0.0.0' }), /offers no encryption on port \d+, and the shop/],
    ]
    for (const [typed, text] of tries) {
      const { status, body } = await put(typed)
      expect([status, body.code, body.message]).toEqual([
        409,
        'mail-refused',
        expect.stringMatching(text),
      ])
    }
    expect(shop.shop.mail).toBe(mailer)
    expect(good.arrived).toHaveLength(1)
  },
)

test.skipIf(IS_POSTGRES)(
  'whether a machine listens on another port is not found out: mail servers have their own',
  async () => {
    const { put } = await aDesk()
    for (const [host, port] of [
      ['169.254.169.254', 80],
      ['10.0.0.1', 5432],
      ['mail.example.com', 22],
    ] as const) {
      const { status, body } = await put(typedFor('smtp://x:1', { host, port }))
      expect([host, status, body.field]).toEqual([host, 400, 'port'])
    }
  },
)

test.skipIf(IS_POSTGRES)(
  'a password left out is the stored one for the same server and user, and goes to no other',
  async () => {
    const { shop, put } = await aDesk()
    const { url } = await aMailServer()
    const typed = typedFor(url, { user: 'farm' })
    expect((await put(typed)).body).toMatchObject({ code: 'invalid', field: 'password' })
    const file = join(shop.config.dataDir, 'secrets', 'mail.json')
    await expect(stat(file)).rejects.toThrow('ENOENT')
  },
)

test.skipIf(IS_POSTGRES)(
  'what is secret lies in files of its owner alone: in no database, backup, history, answer or log',
  async () => {
    const { shop, ask, put } = await aDesk()
    const said: string[] = []
    shop.shop.report = (_, error) => void said.push(String(error))
    const { url, arrived } = await aMailServer(undefined, SECRET)
    const typed = { user: 'farm', password: SECRET }
    const [wrong, right] = [`x${SECRET}`, typedFor(url, typed)]
    const refused = await put(typedFor(url, { user: 'farm', password: wrong }))
    expect(refused.body.message).toMatch(/did not accept the user name and password.*… is wrong/)
    said.push(JSON.stringify(refused.body), JSON.stringify((await put(right)).body))
    // If left out, the stored password is used, but never for another server.
    const { password: _, ...stored } = { ...typed, ...right }
    expect((await put(stored)).status).toBe(200)
    expect((await put({ ...stored, host: 'localhost' })).body.field).toBe('password')
    expect(arrived).toHaveLength(2)
    const phrase = `${SECRET} and more`
    const change = { passphrase: phrase, again: phrase }
    const encrypted = await ask('PUT', '/api/backups/passphrase', change)
    expect(encrypted.body).toMatchObject({ isEncrypted: true, passphraseSetBy: 'desk' })
    const { dataDir } = shop.config
    for (const [name, mode] of [
      ['', 0o700],
      ['mail.json', 0o600],
      ['backup-passphrase', 0o600],
    ] as const)
      expect((await stat(join(dataDir, 'secrets', name))).mode & 0o777).toBe(mode)
    const { file } = await aBackupOf(shop.config)
    said.push(zstdDecompressSync(await readFile(file)).toString('latin1'))
    said.push(JSON.stringify((await ask('GET', '/api/admin/history/all')).body))
    expect(said.at(-1)).toMatch(/passphrase.*email/s)
    await shop.close()
    said.push(await readFile(join(dataDir, 'shop.db'), 'latin1'))
    for (const text of said) expect(text).not.toContain(SECRET)
  },
)
