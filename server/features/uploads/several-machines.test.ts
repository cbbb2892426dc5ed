import crypto from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { masterFile, pictureUrl } from '#contract/products/pictures.ts'
import { HOUR } from '#contract/time/durations.ts'
import { bucketImageStore } from '#server/outside/bucket-image-store.ts'
import { ImageStoreError } from '#server/outside/image-store.ts'
import { type ABucket, aBucket, variablesOf } from '#tests/a-bucket.ts'
import { aForm, aPhoto } from '#tests/a-picture.ts'
import { type AShop, aProcessBeside, aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'
import { removeUnusedPictures } from './pictures.ts'

const EGGS = 'e'.repeat(32)

async function aDesk(bucket: ABucket) {
  const shop = await aShop({ env: bucket.env })
  const cookie = await signIn(shop)
  const send = async () =>
    shop.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { cookie },
      payload: aForm(await aPhoto()),
    })
  return { shop, cookie, send }
}

/** These ask the store, and no database. */
const testStore = test.skipIf(isShortOnPostgres())

const seen = async (shop: AShop, url: string) => (await shop.inject({ url })).statusCode

describe.runIf(inject('postgresUrl'))('two machines that share a database and a bucket', () => {
  async function twoMachines() {
    const bucket = await aBucket()
    const { shop: first, send } = await aDesk(bucket)
    const dataDir = join(first.config.dataDir, 'another machine')
    const open = () => aProcessBeside({ ...first, config: { ...first.config, dataDir } })
    return { bucket, first, send, open, dataDir }
  }

  test('show what the other one took, and keep no picture of their own', async () => {
    const { first, send, open, dataDir, bucket } = await twoMachines()
    const second = await open()
    const { imageUrl } = (await send()).json()
    const form = imageUrl.replace('.webp', '-160.avif')
    expect([await seen(second, imageUrl), await seen(second, form)]).toEqual([200, 200])
    expect(await bucket.files(first)).toHaveLength(2)
    expect((await first.inject({ url: form })).rawPayload).toEqual(
      (await second.inject({ url: form })).rawPayload,
    )
    for (const folder of [first.config.dataDir, dataDir])
      expect(existsSync(join(folder, 'uploads'))).toBe(false)
  })

  test('one of them is enough: another takes its place with all pictures', async () => {
    const { first, send, open } = await twoMachines()
    const { imageUrl } = (await send()).json()
    await first.close()
    expect(await seen(await open(), imageUrl)).toBe(200)
  })
})

test('a shop in the same bucket removes nothing of another shop’s', async () => {
  const bucket = await aBucket()
  const [farm, trial] = [await aShop({ env: bucket.env }), await aShop({ env: bucket.env })]
  await farm.shop.pictures.put(masterFile(EGGS), await aPhoto())
  trial.clock.now = new Date(Date.now() + 48 * HOUR)
  await removeUnusedPictures(trial.shop)
  await trial.shop.pictures.removeAll('')
  expect(await bucket.files(farm)).toEqual([masterFile(EGGS)])
})

test('a store takes over the pictures that stand in the data folder, once', async () => {
  const bucket = await aBucket()
  const inFolder = await aShop()
  const { dataDir } = inFolder.config
  await inFolder.shop.pictures.put(masterFile(EGGS), await aPhoto({ kind: 'webp' }))
  await inFolder.close()
  const open = () =>
    aProcessBeside({ ...inFolder, config: { ...inFolder.config, pictureBucket: bucket.bucket } })
  const first = await open()
  expect([await seen(first, pictureUrl(EGGS)), await bucket.files(first)]).toEqual([
    200,
    [masterFile(EGGS)],
  ])
  expect(await readdir(join(dataDir, 'uploads-moved'))).toEqual([masterFile(EGGS)])
  await first.shop.pictures.removeAll(EGGS)
  await first.close()
  const second = await open()
  expect([await seen(second, pictureUrl(EGGS)), await bucket.files(second)]).toEqual([404, []])
})

testStore('more than a thousand pictures are all found', async () => {
  withoutDes()
  const bucket = await aBucket()
  const { shop } = await aDesk(bucket)
  const names = Array.from({ length: 1001 }, (_, place) =>
    masterFile(place.toString(16).padStart(32, '0')),
  )
  while (names.length > 0)
    await Promise.all(
      names.splice(0, 40).map((name) => shop.shop.pictures.put(name, Buffer.from('.'))),
    )
  expect(await shop.shop.pictures.list()).toHaveLength(1001)
})

/**
 * The tests' S3 server encrypts its page tokens with DES, which OpenSSL dropped; AES does as well.
 */
function withoutDes(): void {
  const { createCipheriv, createDecipheriv } = crypto
  const twice = (bytes: Buffer) => Buffer.concat([bytes, bytes])
  Object.assign(crypto, {
    createCipheriv: (_: string, key: Buffer, iv: Buffer) =>
      createCipheriv('aes-128-cbc', twice(key), twice(iv)),
    createDecipheriv: (_: string, key: Buffer, iv: Buffer) =>
      createDecipheriv('aes-128-cbc', twice(key), twice(iv)),
  })
  onTestFinished(() => void Object.assign(crypto, { createCipheriv, createDecipheriv }))
}

// Requests would alternate, and each process remembers different pictures.
describe.runIf(import.meta.env.MODE !== 'two')('while the store is away', () => {
  test('the shop sells and shows what it remembers; the rest asks to come back, and then is there', async () => {
    const bucket = await aBucket()
    const { shop, cookie, send } = await aDesk(bucket)
    await aProduct(shop.db)
    const { imageUrl: shown } = (await send()).json()
    const { imageUrl: unseen } = (await send()).json()
    expect(await seen(shop, shown)).toBe(200)
    await bucket.close()
    expect([
      await seen(shop, '/'),
      await seen(shop, '/api/products'),
      await seen(shop, shown),
    ]).toEqual([200, 200, 200])
    const away = 'The shop cannot reach its pictures right now. Please try again in a moment.'
    for (const answer of [await send(), await shop.inject({ url: unseen })]) {
      expect([answer.statusCode, answer.body]).toEqual([503, away])
      expect(answer.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' })
    }
    const url = shown.replace('/uploads', '/api/upload')
    expect((await shop.inject({ method: 'DELETE', url, headers: { cookie } })).statusCode).toBe(204)
    await bucket.open()
    expect([await seen(shop, unseen), (await send()).statusCode]).toEqual([200, 201])
  })
})

describe('a store that cannot be used stops the start, in words that name the variable', () => {
  const wrong = {
    key: 'NOBODY',
    secret: 'nothing',
    bucket: 'no-such-bucket',
    endpoint: 'http://127.0.0.1:2',
  }
  testStore.each([
    ['key', /^UPLOADS_S3_KEY, UPLOADS_S3_SECRET: the store at http\S+ does not know this key/],
    ['secret', /^UPLOADS_S3_KEY, UPLOADS_S3_SECRET: this is not the secret for this key at /],
    [
      'bucket',
      /^UPLOADS_S3_BUCKET: there is no bucket no-such-bucket at http\S+\. Please create it/,
    ],
    [
      'endpoint',
      /^UPLOADS_S3_ENDPOINT: cannot get pictures from the store at http:\/\/127\.0\.0\.1:2 \(ECONNREFUSED/,
    ],
  ] as const)('a wrong %s', async (what, message) => {
    const { bucket } = await aBucket()
    const opened = aShop({ env: variablesOf({ ...bucket, [what]: wrong[what] }) })
    await expect(opened).rejects.toThrow(ImageStoreError)
    await expect(opened).rejects.toThrow(message)
    await expect(opened).rejects.not.toThrow('nothing')
  })
})

const STRANGE: Record<string, (line: Socket) => void> = {
  'says nothing': () => {},
  'never comes to the end of its first words': (line) => {
    line.write('HTTP/1.1 200 OK\r\n')
    const drip = setInterval(() => line.write('x-wait: a little\r\n'), 20)
    line.on('close', () => clearInterval(drip))
  },
  'stops in the middle of a picture': (line) =>
    line.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
  'hangs up': (line) => line.destroy(),
}

testStore.each(Object.entries(STRANGE))('a store that %s is given up', async (_, answer) => {
  const { bucket } = await aBucket()
  const patience = { answering: 200, tries: 2 }
  const endpoint = await listening(answer)
  const store = bucketImageStore({ ...bucket, endpoint }, 'the farm', patience)
  await expect(store.read(masterFile(EGGS))).rejects.toThrow(ImageStoreError)
})

/**
 * A local server that treats each connection this way once its client has spoken; returns its
 * address.
 */
async function listening(answer: (line: Socket) => void): Promise<string> {
  const lines = new Set<Socket>()
  const server = createServer((line) => {
    lines.add(line.on('error', () => {}))
    line.once('data', () => answer(line))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const line of lines) line.destroy()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
