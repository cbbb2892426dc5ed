import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PIECE_LENGTH, type RestoreDesk } from '#contract/backups/restore.ts'
import type { Cents } from '#contract/money/money.ts'
import { getValue, setValue } from '#server/core/key-value.ts'
import { write } from '#server/db/write.ts'
import { hashPassword } from '#server/features/admin/passwords.ts'
import { openShop } from '#server/open-shop.ts'
import { aBackupOf, ENGINE } from '#tests/a-backup.ts'
import { aFarmersPasskey } from '#tests/a-passkey.ts'
import { type AShop, aProduct, aShop, NO_PAGES } from '#tests/a-shop.ts'
import { insertOrder } from '#tests/an-order-row.ts'
import { signedInDesk } from '#tests/at-desk.ts'
import { CHEAP } from '#tests/cheap-password.ts'

const IS_POSTGRES = ENGINE === 'postgres'

async function aDesk() {
  const shop = await aShop()
  await aProduct(shop.db, { name: 'Old eggs' })
  const desk = await signedInDesk(shop)
  const ask = async (...call: Parameters<typeof desk.ask>) => {
    const answer = await desk.ask(...call)
    return { status: answer.statusCode, body: answer.json() }
  }
  const check = async (choice: object): Promise<RestoreDesk> => {
    const begun = await ask('POST', '/api/restore/check', choice)
    expect([begun.status, begun.body.report]).toEqual([200, null])
    await shop.settled()
    return (await ask('GET', '/api/restore')).body
  }
  const send = async (bytes: Buffer) => {
    const { body } = await ask('POST', '/api/restore/uploads', {
      ...{ name: 'farm.tar.zst', bytes: bytes.length },
    })
    const url = `/api/restore/uploads/${body.upload.id}/pieces`
    for (let offset = 0; offset < bytes.length; offset += PIECE_LENGTH) {
      const base64 = bytes.subarray(offset, offset + PIECE_LENGTH).toString('base64')
      expect((await ask('POST', url, { offset, base64 })).status).toBe(200)
    }
    return url
  }
  return { shop, ask, check, send }
}

async function startAgain({ config, clock }: AShop, look: (db: AShop['db']) => Promise<void>) {
  const again = await openShop(config, NO_PAGES, () => clock.now)
  try {
    await look(again.shop.db)
  } finally {
    await again.close()
  }
}

async function namesIn(db: AShop['db']): Promise<string[]> {
  const rows = await db.selectFrom('products').select('name').orderBy('id').execute()
  return rows.map(({ name }) => name)
}

test.runIf(IS_POSTGRES)('on PostgreSQL the desk names the command that goes back', async () => {
  const { ask } = await aDesk()
  const { body } = await ask('GET', '/api/restore')
  expect(body.whyNot).toMatch(/stop every server of the shop, then run farmstand restore FILE/)
  for (const [url, payload] of [
    ['/api/restore/uploads', { name: 'a', bytes: 1 }],
    ['/api/restore/check', { name: 'a' }],
    ['/api/restore', { id: 'a' }],
  ] as const)
    expect((await ask('POST', url, payload)).body.code).toBe('restore-impossible')
})

test.skipIf(IS_POSTGRES)(
  'a backup is checked beside the open shop, and the next start after the password puts it in its place, if no order came in since',
  async () => {
    const { shop, ask, check } = await aDesk()
    const { dataDir } = shop.config
    await shop.shop.pictures.put(`${'a'.repeat(32)}.webp`, Buffer.from('a picture'))
    await insertOrder(shop, { created_at: '2026-11-18T17:00:00.000Z' })
    await ask('POST', '/api/backups')
    await shop.settled()
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000)
    await aProduct(shop.db, { name: 'New kale' })
    const price_cents = 650 as Cents
    await write(shop.db, (tx) =>
      tx.updateTable('products').set({ price_cents }).where('id', '=', 1).execute(),
    )
    let restarts = 0
    shop.shop.restart = () => void restarts++
    await insertOrder(shop, { created_at: '2026-11-18T18:00:30.000Z' })
    // The old password may have been changed for a reason, so the current one stays.
    const hash = await hashPassword('eight brown hens', CHEAP)
    await write(shop.db, async (tx) => {
      await setValue(tx, 'admin_password_hash', hash)
      await setValue(tx, 'environment_password_hash', 'of the variable now')
    })
    const [{ name }] = (await ask('GET', '/api/backups')).body.backups
    const { report, failure } = await check({ name })
    expect(failure).toBeNull()
    const held = { taken: 0, givenBack: 0, pages: 0, pictures: 1, subscribers: 0 }
    expect(report).toEqual({
      ...{ id: expect.any(String), name, bytes: expect.any(Number) },
      ...{ madeAt: '2026-11-18T18:00:00.000Z', isSameShop: true, isOlderRelease: false },
      before: { ...held, orders: 2, products: 2, newestOrderAt: '2026-11-18T18:00:30.000Z' },
      after: { ...held, orders: 1, products: 1, newestOrderAt: '2026-11-18T17:00:00.000Z' },
      ...{ since: { orders: 1, total: 20 }, booksDiffer: report?.booksDiffer, passkeys: 0 },
      differences: [
        { label: 'New kale, price', before: '$5.00', after: null },
        { label: 'Old eggs, price', before: '$6.50', after: '$5.00' },
      ],
      moreDifferences: 0,
    })
    expect((await ask('POST', '/api/restore', { id: 'another' })).status).toBe(404)
    await insertOrder(shop, { created_at: shop.clock.now.toISOString() })
    const refused = await ask('POST', '/api/restore', { id: report?.id })
    const message = 'Orders came in since you looked. Please look again.'
    expect([refused.status, refused.body.message]).toEqual([404, message])
    const { body: looked } = await ask('GET', '/api/restore')
    expect([looked.isWaiting, looked.report.since]).toEqual([false, { orders: 2, total: 40 }])
    const { body } = await ask('POST', '/api/restore', { id: report?.id })
    expect([body.isWaiting, body.restartsItself]).toEqual([true, true])
    await new Promise(setImmediate)
    expect(restarts).toBe(1)
    const [{ action, after }] = (await ask('GET', '/api/admin/history/all')).body.entries
    expect([action, after]).toEqual(['restore asked for', { name, madeAt: report?.madeAt }])
    // Until the restart it sells as before, and nobody can swap the file.
    expect(await namesIn(shop.db)).toEqual(['Old eggs', 'New kale'])
    expect((await ask('POST', '/api/restore/check', { name })).status).toBe(409)
    expect((await stat(join(dataDir, 'restore-request', 'request.json'))).mode & 0o777).toBe(0o600)
    await shop.close()
    await startAgain(shop, async (db) => {
      expect(await namesIn(db)).toEqual(['Old eggs'])
      expect(await getValue(db, 'admin_password_hash')).toBe(hash)
      expect(await getValue(db, 'environment_password_hash')).toBe('of the variable now')
      const said = await db.selectFrom('audit').select('action').where('subject', '=', 'shop')
      expect((await said.execute()).map(({ action }) => action)).toEqual(['restored'])
    })
    const files = await readdir(dataDir)
    expect(files.filter((file) => /^restor/.test(file))).toEqual(['restored.json'])
    const [stored = ''] = files.filter((file) => file.startsWith('before-restore-'))
    expect(JSON.parse(await readFile(join(dataDir, 'restored.json'), 'utf8'))).toMatchObject({
      ...{ name, keptIn: join(dataDir, stored), failure: null, isRecorded: true },
    })
    expect(await readdir(join(dataDir, stored))).toContain('shop.db')
    await startAgain(shop, async (db) => expect(await namesIn(db)).toEqual(['Old eggs']))
  },
)

test.skipIf(IS_POSTGRES)(
  'a file is sent in pieces; one that is no backup is refused in words and removed, an encrypted one asks for its passphrase',
  async () => {
    const { shop, ask, check, send } = await aDesk()
    const folder = join(shop.config.dataDir, 'restore-request')
    await send(Buffer.from('no backup at all'))
    expect((await stat(join(folder, 'backup'))).mode & 0o777).toBe(0o600)
    const refused = await check({})
    expect([refused.report, refused.failure]).toEqual([
      ...[null, 'This is not a backup of a Farmstand shop.'],
    ])
    await expect(stat(folder)).rejects.toThrow('ENOENT')
    const passphrase = 'another passphrase'
    const bytes = await readFile((await aBackupOf(shop.config, { passphrase })).file)
    const url = await send(bytes)
    for (const [offset, status] of [
      [0, 200],
      [bytes.length, 400],
    ])
      expect((await ask('POST', url, { offset, base64: 'AAAA' })).status).toBe(status)
    const asking = await check({})
    expect([asking.asksPassphrase, asking.upload?.received]).toEqual([true, bytes.length])
    const { report } = await check({ passphrase })
    expect(report?.name).toBe('farm.tar.zst')
    await ask('POST', '/api/restore', { id: report?.id })
    const secret = join(shop.config.dataDir, 'secrets', 'restore-passphrase')
    expect((await stat(secret)).mode & 0o777).toBe(0o600)
    expect((await ask('DELETE', '/api/restore')).body).toMatchObject({ report: null })
    const [{ action }] = (await ask('GET', '/api/admin/history/all')).body.entries
    expect(action).toBe('restore given up')
    await expect(stat(secret)).rejects.toThrow('ENOENT')
    await expect(stat(folder)).rejects.toThrow('ENOENT')
  },
)

test.skipIf(IS_POSTGRES)('the report on another shop’s backup counts its passkeys', async () => {
  const other = await aShop()
  await aFarmersPasskey(other)
  const { check, send } = await aDesk()
  await send(await readFile((await aBackupOf(other.config)).file))
  expect((await check({})).report).toMatchObject({ isSameShop: false, passkeys: 1 })
})

test.skipIf(IS_POSTGRES)(
  'a start that cannot restore opens the shop as it was and says why; nothing is left of it',
  async () => {
    const { shop, ask, check, send } = await aDesk()
    await send(await readFile((await aBackupOf(shop.config)).file))
    const { report } = await check({})
    await aProduct(shop.db, { name: 'New kale' })
    await ask('POST', '/api/restore', { id: report?.id })
    await shop.close()
    const { dataDir } = shop.config
    await writeFile(join(dataDir, 'restore-request', 'backup'), 'spoiled')
    await startAgain(shop, async (db) => {
      expect(await namesIn(db)).toEqual(['Old eggs', 'New kale'])
    })
    const ended = JSON.parse(await readFile(join(dataDir, 'restored.json'), 'utf8'))
    expect(ended.failure).toBe('This is not a backup of a Farmstand shop.')
    expect(await readdir(dataDir)).not.toContain('restore-request')
  },
)

test.skipIf(IS_POSTGRES)('an upload that was begun never writes into a backup', async () => {
  const { shop, ask, check, send } = await aDesk()
  await ask('POST', '/api/backups')
  await shop.settled()
  const [{ name }] = (await ask('GET', '/api/backups')).body.backups
  const url = await send(Buffer.from('half a file'))
  await check({ name })
  await ask('DELETE', '/api/restore')
  expect((await ask('POST', url, { offset: 0, base64: 'AAAA' })).status).toBe(404)
  const begun = await ask('POST', '/api/restore/uploads', { name: 'a.tar.zst', bytes: 1000 })
  const pieces = `/api/restore/uploads/${begun.body.upload.id}/pieces`
  await ask('POST', '/api/restore/check', { name })
  await shop.settled()
  expect((await ask('POST', pieces, { offset: 0, base64: 'AAAA' })).status).toBe(404)
})
