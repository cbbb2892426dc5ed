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

async function aCheckup(env: Record<string, string> = ENV) {
  const shop = await aShop({ env })
  await write(shop.db, (tx) => setValue(tx, 'last_backup', shop.clock.now.toISOString()))
  const look = (probes: Partial<NetworkProbes> = {}) =>
    diagnose({ ...shop, now: shop.clock.now }, { ...WELL, ...probes })
  const found = async (probes: Partial<NetworkProbes> = {}) =>
    (await look(probes)).filter(({ what, state }) => state !== 'ok' && what !== 'PostgreSQL')
  return { shop, look, found }
}

// The tests' own server is set up to be fast, not safe.
test.runIf(inject('postgresUrl'))('a PostgreSQL that waits for no disk is said', async () => {
  const { look } = await aCheckup()
  expect((await look()).filter(({ state }) => state !== 'ok')).toMatchObject([
    { what: 'PostgreSQL', state: 'wrong', found: expect.stringContaining('fsync') },
  ])
})

test('a server that is set up right has nothing to do', async () => {
  expect(await (await aCheckup()).found()).toEqual([])
})

test('a name that leads nowhere, or elsewhere, comes with the record to paste', async () => {
  const record = 'shop.farm.example. A 192.0.2.7'
  const { found } = await aCheckup()
  for (const [addresses, state] of [
    [[], 'wrong'],
    [['198.51.100.1'], 'warning'],
  ] as const)
    expect(await found({ addressesOf: async () => [...addresses] })).toMatchObject([
      { what: 'Name', state, record },
    ])
})

test('a name that leads elsewhere by IPv6 alone is said, on a machine without any as well', async () => {
  const { found } = await aCheckup()
  const addressesOf = async () => ['192.0.2.7', '2001:db8::9']
  const said = 'By IPv6, shop.farm.example leads to 2001:db8::9, not here.'
  for (const own of [['192.0.2.7', '2001:db8::7'], ['192.0.2.7']])
    expect(await found({ addressesOf, ownAddresses: () => own })).toMatchObject([
      { what: 'Name', state: 'wrong', found: said },
    ])
  expect(await found({ addressesOf: async () => ['192.0.2.7', '2001:db8::7'] })).toEqual([])
})

test('a shut port, a certificate that ends or is refused, and a proxy that is not believed are said', async () => {
  const { found } = await aCheckup()
  const end = new Date('2026-11-20T18:00:00.000Z')
  expect(await found({ answers: async (_, port) => port !== 80 })).toMatchObject([
    { what: 'Ports', state: 'wrong', found: 'Nobody answers on port 80.' },
  ])
  expect(await found({ certificateOf: async () => end })).toMatchObject([
    { what: 'Certificate', state: 'wrong', found: 'Ends in 2 days.' },
  ])
  expect(await found({ certificateOf: async () => 'self-signed certificate' })).toMatchObject([
    { what: 'Certificate', state: 'wrong' },
  ])
  const { TRUST_PROXY: _, ...rest } = ENV
  const unbelieved = await aCheckup(rest)
  expect(await unbelieved.found()).toMatchObject([{ what: 'Proxy', state: 'wrong' }])
})

test('a sender without SPF, DKIM and DMARC gets the records to paste', async () => {
  const { found } = await aCheckup()
  expect(await found({ textsOf: async () => [] })).toMatchObject([
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
  const { found } = await aCheckup({ ...ENV, SMTP_URL: 'smtp://mail.farm.example:587' })
  const [first] = await found({ textsOf: async () => [] })
  expect(first?.record).toBe('farm.example. TXT "v=spf1 mx a:mail.farm.example ~all"')
})

test('where no name server answers, no record is called missing', async () => {
  const { found } = await aCheckup()
  const fix = expect.stringContaining('/etc/resolv.conf')
  const silence = { addressesOf: async () => null, textsOf: async () => null }
  expect(await found(silence)).toEqual([
    expect.objectContaining({ what: 'Name', state: 'warning', fix, record: null }),
    expect.objectContaining({ what: 'SPF', state: 'warning', fix, record: null }),
  ])
  const some = async (name: string) => (name.startsWith('_dmarc.') ? null : WELL.textsOf(name))
  expect(await found({ textsOf: some })).toEqual([
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
  const { shop, look, found } = await aCheckup()
  expect(await look()).toContainEqual({
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
  const { look } = await aCheckup()
  const free = vi.spyOn(process, 'availableMemory')
  onTestFinished(() => free.mockRestore())
  const said = async (bytes: number) => {
    free.mockReturnValue(bytes)
    return (await look()).filter(({ what }) => what === 'Memory')
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
  const { found } = await aCheckup({})
  const asked = { addressesOf: never, textsOf: never, answers: never }
  expect((await found(asked)).map(({ what, state }) => [what, state])).toEqual([
    ['Name', 'warning'],
    ['Mail', 'warning'],
  ])
})
