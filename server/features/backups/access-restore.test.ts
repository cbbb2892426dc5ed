import type { InjectOptions } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { getValue } from '#server/core/key-value.ts'
import { write } from '#server/db/write.ts'
import type { ShopLocation } from '#server/features/backups/write-backup.ts'
import { openShop } from '#server/open-shop.ts'
import {
  aBackupOf,
  anEmptyLocation,
  changeRow,
  ENGINE,
  ENGINES,
  forge,
  NOW,
  rowsOf,
} from '#tests/a-backup.ts'
import { aHelper } from '#tests/a-helper.ts'
import { aBrowserAt, aFarmersPasskey, type Browser } from '#tests/a-passkey.ts'
import { type AShop, aProduct, aShop, NO_PAGES } from '#tests/a-shop.ts'
import { aToken } from '#tests/a-token.ts'
import { anAuthenticator } from '#tests/an-authenticator.ts'
import { IS_LONG, isShortOnPostgres } from '#tests/length-of-run.ts'
import { asNextRelease } from '#tests/next-migration.ts'
import { restoreBackup } from './restore-backup.ts'

const AT = NOW.toISOString()
/** A restore builds a whole database and swaps it in. */
const RESTORES = { timeout: 60_000 }
/** Other tests restore the same tables. */
const testOnce = test.skipIf(isShortOnPostgres())

/** A shop that browsers keep calling at one address, whichever backup is restored. */
async function aRestorableShop() {
  const first = await aShop()
  let open: { close(): Promise<void>; inject: AShop['inject'] } = first
  const shop: AShop = { ...first, inject: (request) => open.inject(request) }
  const putBack = async (file: string, place: ShopLocation = first.config) => {
    await open.close()
    const request = { ...place, file, passphrase: null, takeOver: false, now: NOW }
    const restored = await restoreBackup(request)
    const { dataDir, databaseUrl } = place
    const config = { ...first.config, dataDir, databaseUrl }
    const opened = await openShop(config, NO_PAGES, () => first.clock.now)
    onTestFinished(() => opened.close())
    open = { close: opened.close, inject: (request: InjectOptions) => opened.app.inject(request) }
    return { ...restored, db: opened.shop.db }
  }
  return { shop, putBack }
}

async function grantPhone(browser: Browser) {
  const draft = { deviceId: crypto.randomUUID(), label: 'Phone' }
  expect((await browser.ask('POST', '/api/stall/grants', draft)).statusCode).toBe(201)
  return { id: draft.deviceId, reads: async () => codeOf(await browser.ask('GET', STALL)) }
}

const STALL = '/api/stall/days'

const codeOf = ({ statusCode, json }: Awaited<ReturnType<Browser['ask']>>) =>
  statusCode === 200 ? 'open' : json().code

async function aFarmersPhone(shop: AShop) {
  const browser = aBrowserAt(shop)
  await browser.password()
  return { farmer: browser, ...(await grantPhone(browser)) }
}

test(
  'a shop that is put back lets no phone in that was lost since, nor a helper who was let go; others go on selling',
  RESTORES,
  async () => {
    const { shop, putBack } = await aRestorableShop()
    const [hanna, ida] = [await aHelper(shop), await aHelper(shop, 'Ida')]
    const hannas = await grantPhone(aBrowserAt(shop, hanna.cookie))
    const idas = await grantPhone(aBrowserAt(shop, ida.cookie))
    const { farmer, ...farmers } = await aFarmersPhone(shop)
    const { file } = await aBackupOf(shop.config)
    expect([await hannas.reads(), await idas.reads()]).toEqual(['open', 'open'])
    await farmer.ask('DELETE', `/api/people/${hanna.id}`)
    await farmer.ask('POST', `/api/stall/phones/${idas.id}/lost`)
    const { farmer: _, ...newer } = await aFarmersPhone(shop)
    const all = [hannas, idas, farmers, newer]
    const reading = async () => Promise.all(all.map((phone) => phone.reads()))
    const before = await reading()
    expect(before).toEqual(['grant-ended', 'phone-lost', 'open', 'open'])
    await putBack(file)
    expect(await reading()).toEqual(before)
    await farmer.password()
    const people = (await farmer.ask('GET', '/api/people')).json()
    expect(people.map(({ name }: { name: string }) => name)).toEqual(['Farmer', 'Ida'])
  },
)

testOnce('a phone that was found since goes on after a restore', RESTORES, async () => {
  const { shop, putBack } = await aRestorableShop()
  const { farmer, ...phone } = await aFarmersPhone(shop)
  await farmer.ask('POST', `/api/stall/phones/${phone.id}/lost`)
  const { file } = await aBackupOf(shop.config)
  const draft = { deviceId: phone.id, label: 'Phone' }
  await farmer.ask('POST', '/api/stall/grants', draft)
  await putBack(file)
  expect(await phone.reads()).toBe('open')
})

test.each(IS_LONG ? ENGINES : [ENGINE])(
  'on a new machine with %s no phone of the stall comes in that the backup knows, nor an API token',
  RESTORES,
  async (engine) => {
    const { shop, putBack } = await aRestorableShop()
    const [phone, { ask }] = [await aFarmersPhone(shop), await aToken(shop)]
    const { file } = await aBackupOf(shop.config)
    const reading = async () => [await phone.reads(), codeOf(await ask('GET', '/api/orders'))]
    expect(await reading()).toEqual(['open', 'open'])
    await putBack(file, await anEmptyLocation(engine))
    expect(await reading()).toEqual(['grant-ended', 'signed-out'])
  },
)

test('the number of a helper who came after the backup is nobody else’s', RESTORES, async () => {
  const { shop, putBack } = await aRestorableShop()
  await aHelper(shop)
  const { file } = await aBackupOf(shop.config)
  const ida = await aHelper(shop, 'Ida')
  const idas = await grantPhone(aBrowserAt(shop, ida.cookie))
  await putBack(file)
  expect((await aHelper(shop, 'Jo')).id).toBeGreaterThan(ida.id)
  expect(await idas.reads()).toBe('grant-ended')
})

test('a restore ends no API token, and brings back none that was ended', RESTORES, async () => {
  const { shop, putBack } = await aRestorableShop()
  const [kept, ended] = [await aToken(shop), await aToken(shop, ['orders:read'], { name: 'Old' })]
  const { file } = await aBackupOf(shop.config)
  await ended.end()
  const newer = await aToken(shop, ['orders:read'], { name: 'New' })
  const reading = () =>
    Promise.all(
      [kept, ended, newer].map(async ({ ask }) => (await ask('GET', '/api/orders')).statusCode),
    )
  expect(await reading()).toEqual([200, 401, 200])
  await putBack(file)
  expect(await reading()).toEqual([200, 401, 200])
  expect((await aToken(shop, ['orders:read'], { name: 'Next' })).id).toBeGreaterThan(newer.id)
})

const asFarmer = { userHandle: Buffer.from('person:1').toString('base64url') }

async function withPasskeys(shop: AShop) {
  const hanna = await aHelper(shop)
  const browser = aBrowserAt(shop, hanna.cookie)
  const hannas = anAuthenticator()
  const added = await browser.ask('POST', '/api/passkeys', hannas.make(await browser.begin()))
  expect(added.statusCode).toBe(201)
  return { hannas, ...(await aFarmersPasskey(shop)) }
}

test(
  'a backup in which a helper’s passkey became the farmer’s makes nobody the farmer: the desk keeps its passkeys',
  RESTORES,
  async () => {
    const { shop, putBack } = await aRestorableShop()
    const { hannas, browser: farmer, device: removed } = await withPasskeys(shop)
    const { file } = await aBackupOf(shop.config)
    const newer = anAuthenticator()
    const made = newer.make(await farmer.begin())
    expect((await farmer.ask('POST', '/api/passkeys', made)).statusCode).toBe(201)
    await farmer.signIn(newer)
    expect((await farmer.ask('DELETE', '/api/passkeys/2')).statusCode).toBe(204)
    expect((await farmer.ask('POST', '/api/admin/second-factor')).statusCode).toBe(204)
    const forged = await forge(
      file,
      changeRow('passkeys', (row) => ({ ...row, person_id: 1 })),
    )
    const { passkeys } = await putBack(forged)
    const other = aBrowserAt(shop)
    const pretend = await other.show(hannas.answer(await other.challenge(), asFarmer))
    expect([pretend.statusCode, pretend.json().code]).toEqual([401, 'passkey-refused'])
    expect((await other.signIn(hannas)).statusCode).toBe(200)
    const { person } = (await other.ask('GET', '/api/admin/session')).json()
    expect(person).toEqual({ name: 'Hanna', role: 'helper' })
    expect((await aBrowserAt(shop).signIn(removed)).statusCode).toBe(401)
    expect((await aBrowserAt(shop).password()).json().code).toBe('passkey-needed')
    expect((await aBrowserAt(shop).signIn(newer)).statusCode).toBe(200)
    expect(passkeys).toBe(0)
  },
)

testOnce(
  'the number of a passkey that was made since the backup is no other one’s',
  RESTORES,
  async () => {
    const { shop, putBack } = await aRestorableShop()
    const { file } = await aBackupOf(shop.config)
    const { browser } = await aFarmersPasskey(shop)
    expect((await browser.ask('DELETE', '/api/passkeys/1')).statusCode).toBe(204)
    await putBack(file)
    expect((await aFarmersPasskey(shop)).added.json().id).toBe(2)
  },
)

test.each(IS_LONG ? ENGINES : [ENGINE])(
  'on a new machine with %s a backup brings its passkeys along and says how many; what it sealed challenges with is made anew',
  RESTORES,
  async (engine) => {
    const { shop, putBack } = await aRestorableShop()
    const { hannas, device } = await withPasskeys(shop)
    await write(shop.db, async (tx) => {
      const gone = { name: 'Ida', role: 'helper' as const, created_at: AT, ended_at: AT }
      const { id } = await tx
        .insertInto('people')
        .values(gone)
        .returning('id')
        .executeTakeFirstOrThrow()
      const passkey = {
        rp_id: 'localhost',
        public_key: '',
        counter: 0,
        transports: '',
        label: 'Old',
      }
      const times = { added_at: AT, used_at: null, stopped_at: null }
      for (const [person_id, stopped_at] of [
        [id, null],
        [1, AT],
      ] as const) {
        const credential_id = crypto.randomUUID()
        const row = { ...passkey, ...times, credential_id, person_id, stopped_at }
        await tx.insertInto('passkeys').values(row).execute()
      }
    })
    const key = await getValue(shop.db, 'challenge_key')
    const { file } = await aBackupOf(shop.config)
    const { db, passkeys } = await putBack(file, await anEmptyLocation(engine))
    expect(passkeys).toBe(2)
    for (const one of [hannas, device])
      expect((await aBrowserAt(shop).signIn(one)).statusCode).toBe(200)
    expect(await getValue(db, 'challenge_key')).not.toBe(key)
  },
)

test('the next release puts a shop of this one back to its own backup', RESTORES, async () => {
  const shop = await aShop()
  await aProduct(shop.db)
  await shop.close()
  const { file } = await aBackupOf(shop.config)
  const request = { ...shop.config, file, passphrase: null, takeOver: false, now: NOW }
  await asNextRelease(async () => {
    expect(await restoreBackup(request)).toMatchObject({ hasNewId: false })
    const { products } = await rowsOf(shop.config)
    expect(products).toEqual([expect.stringContaining('"origin":"here"')])
  })
})
