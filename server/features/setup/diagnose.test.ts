import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { DAY } from '#contract/time/durations.ts'
import { setValue } from '#server/core/key-value.ts'
import { write } from '#server/db/write.ts'
import { type NetworkProbes, networkProbes } from '#server/outside/network-probes.ts'
import { aShop } from '#tests/a-shop.ts'
import { diagnose } from './diagnose.ts'

const ENV = {
  ...{ PUBLIC_URL: 'https://shop.farm.example', TRUST_PROXY: 'loopback' },
  ...{ SMTP_URL: 'smtp://mail.example:587', MAIL_FROM: 'orders@farm.example' },
}

/** A server whose name, ports, certificate and mail records are in order. */
const WELL: NetworkProbes = {
  addressesOf: async () => ['192.0.2.7'],
  textsOf: async (name) =>
    ({
      'farm.example': ['v=spf1 mx ~all'],
      '_dmarc.farm.example': ['v=DMARC1; p=none'],
      'mail._domainkey.farm.example': ['v=DKIM1; p=MIGf'],
    })[name] ?? [],
  ownAddresses: () => ['192.0.2.7', '2001:db8::7'],
  answers: async () => true,
  certificateOf: async () => new Date('2027-02-01T00:00:00.000Z'),
}

async function aCheckup(probes: Partial<NetworkProbes> = {}, env: Record<string, string> = ENV) {
  const shop = await aShop({ env })
  await write(shop.db, (tx) => setValue(tx, 'last_backup', shop.clock.now.toISOString()))
  const now = () => shop.clock.now
  const found = async () => {
    const all = await diagnose({ ...shop, now: now() }, { ...WELL, ...probes })
    return all.filter(({ what, state }) => state !== 'ok' && what !== 'PostgreSQL')
  }
  return { shop, found }
}

// The tests' own server is set up to be fast, not safe.
test.runIf(inject('postgresUrl'))('a PostgreSQL that waits for no disk is said', async () => {
  const { shop } = await aCheckup()
  const all = await diagnose({ ...shop, now: shop.clock.now }, WELL)
  expect(all.filter(({ state }) => state !== 'ok')).toMatchObject([
    { what: 'PostgreSQL', state: 'wrong', found: expect.stringContaining('fsync') },
  ])
})

test('a server that is set up right has nothing to do', async () => {
  expect(await (await aCheckup()).found()).toEqual([])
})

test('a name that leads nowhere, or elsewhere, comes with the record to paste', async () => {
  const record = 'shop.farm.example. A 192.0.2.7'
  const nowhere = await aCheckup({ addressesOf: async () => [] })
  expect(await nowhere.found()).toMatchObject([{ what: 'Name', state: 'wrong', record }])
  const elsewhere = await aCheckup({ addressesOf: async () => ['198.51.100.1'] })
  expect(await elsewhere.found()).toMatchObject([{ what: 'Name', state: 'warning', record }])
})

test('a name that leads elsewhere by IPv6 alone is said, on a machine without any as well', async () => {
  const addressesOf = async () => ['192.0.2.7', '2001:db8::9']
  for (const own of [['192.0.2.7', '2001:db8::7'], ['192.0.2.7']]) {
    const astray = await aCheckup({ addressesOf, ownAddresses: () => own })
    expect(await astray.found()).toMatchObject([
      {
        what: 'Name',
        state: 'wrong',
        found: 'By IPv6, shop.farm.example leads to 2001:db8::9, not here.',
      },
    ])
  }
  const both = await aCheckup({ addressesOf: async () => ['192.0.2.7', '2001:db8::7'] })
  expect(await both.found()).toEqual([])
})

test('a shut port, a certificate that ends or is refused, and a proxy that is not believed are said', async () => {
  const shut = await aCheckup({ answers: async (_, port) => port !== 80 })
  expect(await shut.found()).toMatchObject([
    { what: 'Ports', state: 'wrong', found: 'Nobody answers on port 80.' },
  ])
  const ends = await aCheckup({ certificateOf: async () => new Date('2026-11-20T18:00:00.000Z') })
  expect(await ends.found()).toMatchObject([
    { what: 'Certificate', state: 'wrong', found: 'Ends in 2 days.' },
  ])
  const refused = await aCheckup({ certificateOf: async () => 'self-signed certificate' })
  expect(await refused.found()).toMatchObject([{ what: 'Certificate', state: 'wrong' }])
  const { TRUST_PROXY: _, ...rest } = ENV
  expect(await (await aCheckup({}, rest)).found()).toMatchObject([
    { what: 'Proxy', state: 'wrong' },
  ])
})

test('a sender without SPF, DKIM and DMARC gets the records to paste', async () => {
  const { found } = await aCheckup({ textsOf: async () => [] })
  expect(await found()).toMatchObject([
    {
      what: 'SPF',
      state: 'wrong',
      record: 'farm.example. TXT "v=spf1 mx include:mail.example ~all"',
    },
    { what: 'DKIM', state: 'warning' },
    { what: 'DMARC', record: '_dmarc.farm.example. TXT "v=DMARC1; p=none"' },
  ])
})

test('a mail server of the farm’s own name is named by its address, as no record may include itself', async () => {
  const env = { ...ENV, SMTP_URL: 'smtp://mail.farm.example:587' }
  const { found } = await aCheckup({ textsOf: async () => [] }, env)
  expect((await found())[0]?.record).toBe('farm.example. TXT "v=spf1 mx a:mail.farm.example ~all"')
})

test('where no name server answers, no record is called missing', async () => {
  const { found } = await aCheckup({ addressesOf: async () => null, textsOf: async () => null })
  const fix = expect.stringContaining('/etc/resolv.conf')
  expect(await found()).toEqual([
    expect.objectContaining({ what: 'Name', state: 'warning', fix, record: null }),
    expect.objectContaining({ what: 'SPF', state: 'warning', fix, record: null }),
  ])
  const some = async (name: string) => (name.startsWith('_dmarc.') ? null : WELL.textsOf(name))
  expect(await (await aCheckup({ textsOf: some })).found()).toEqual([
    expect.objectContaining({ what: 'SPF', state: 'warning', fix, record: null }),
  ])
  const shut = createSocket('udp4').bind(0, '127.0.0.1')
  await once(shut, 'listening')
  const { port } = shut.address()
  shut.close()
  const ask = Resolver.prototype.resolveTxt
  const asked = vi.spyOn(Resolver.prototype, 'resolveTxt').mockImplementation(function (
    this: Resolver,
    name,
  ) {
    this.setServers([`127.0.0.1:${port}`])
    return ask.call(this, name)
  })
  onTestFinished(() => asked.mockRestore())
  expect(await networkProbes.textsOf('farm.example')).toBe(null)
})

test('a newer release is said, one that closes a hole louder, and which one this is', async () => {
  const { shop, found } = await aCheckup()
  const all = await diagnose({ ...shop, now: shop.clock.now }, WELL)
  expect(all).toContainEqual({
    ...{ what: 'Release', state: 'ok', fix: null, record: null },
    found: expect.stringMatching(/^Farmstand \d+\.\d+\.\d+, Node v\d.* on \w+-\w+\.$/),
  })
  for (const [isSecurity, state, says] of [
    [false, 'warning', /99\.0\.0 is out\.$/],
    [true, 'wrong', /99\.0\.0 is out and closes a security hole\.$/],
  ] as const) {
    const known = JSON.stringify({ version: '99.0.0', isSecurity, news: '- Faster.' })
    await write(shop.db, (tx) => setValue(tx, 'newer_release', known))
    expect(await found()).toEqual([
      expect.objectContaining({
        ...{ what: 'Release', state, record: '- Faster.' },
        found: expect.stringMatching(says),
      }),
    ])
  }
})

test('little memory is said, and nothing where the machine does not say how much there is', async () => {
  const { shop } = await aCheckup()
  const free = vi.spyOn(process, 'availableMemory')
  onTestFinished(() => free.mockRestore())
  const said = async (bytes: number) => {
    free.mockReturnValue(bytes)
    const all = await diagnose({ ...shop, now: shop.clock.now }, WELL)
    return all.filter(({ what }) => what === 'Memory')
  }
  expect(await said(20_000_000)).toMatchObject([{ state: 'warning', found: '0.0 GB free.' }])
  expect(await said(0)).toEqual([])
})

test('a backup that is old or failed, a webhook that is not heard and a refused key are said', async () => {
  const { shop, found } = await aCheckup()
  const set = (key: Parameters<typeof setValue>[1], value: string) =>
    write(shop.db, (tx) => setValue(tx, key, value))
  await set('last_backup', new Date(shop.clock.now.getTime() - 2 * DAY).toISOString())
  await set('webhook_alert', 'silent')
  expect(await found()).toMatchObject([
    { what: 'Backups', state: 'warning' },
    { what: 'Cards', state: 'wrong', found: 'Stripe’s webhook is not heard.' },
  ])
  const { folder } = shop.config.backup
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'farmstand-2026-11-18T17-00-00Z.tar.zst'), '')
  expect((await found()).map(({ what }) => what)).toEqual(['Cards'])
  await set('backup_alert', '{}')
  await set('card_key_refused', '1')
  expect(await found()).toMatchObject([
    { what: 'Backups', state: 'wrong' },
    { what: 'Cards', found: 'Stripe refuses the shop’s key.' },
  ])
})

test('without mail or a public name the farmer is told, and nothing in the net is asked', async () => {
  const never = async () => Promise.reject(new Error('asked'))
  const { found } = await aCheckup({ addressesOf: never, textsOf: never, answers: never }, {})
  expect((await found()).map(({ what, state }) => [what, state])).toEqual([
    ['Name', 'warning'],
    ['Mail', 'warning'],
  ])
})
