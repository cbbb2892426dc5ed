import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { aShop } from '#tests/a-shop.ts'
import { storeAssets } from './older-assets.ts'

async function aBuiltShop(files: string[], env: Record<string, string> = {}) {
  const client = await mkdtemp(join(tmpdir(), 'farmstand-client-'))
  onTestFinished(() => rm(client, { recursive: true, force: true }))
  await mkdir(join(client, 'assets'))
  for (const file of files) await writeFile(join(client, file), file)
  const pages = { client, renderPage: async () => ({ status: 404, html: 'nothing' }) }
  return { ...(await aShop({ pages, env })), client }
}

const FILES = {
  'favicon.svg': 'image/svg+xml',
  'manifest.webmanifest': 'application/manifest+json',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
  'icon-maskable-512.png': 'image/png',
  'apple-touch-icon.png': 'image/png',
  'social.png': 'image/png',
}

test('small files are served as what they are, for a day', async () => {
  const shop = await aBuiltShop(Object.keys(FILES))
  for (const [file, type] of Object.entries(FILES)) {
    const { statusCode, headers, body } = await shop.inject({ url: `/${file}` })
    expect([statusCode, headers['cache-control'], body]).toEqual([
      ...[200, 'public, max-age=86400', file],
    ])
    expect(String(headers['content-type']).split(';')[0]).toBe(type)
  }
})

test('the manifest bears the name that the farm has', async () => {
  const shop = await aBuiltShop(['manifest.webmanifest'])
  const built = await readFile('web/public/manifest.webmanifest', 'utf8')
  await writeFile(join(shop.client, 'manifest.webmanifest'), built)
  const read = async () => (await shop.inject({ url: '/manifest.webmanifest' })).json()
  expect(await read()).toMatchObject({ name: 'Farmstand', short_name: 'Farmstand' })
  await write(shop.db, async (tx) => {
    const name = { key: 'farm_name' as const, value: 'The "$&" Farm', description: '' }
    await tx.insertInto('settings').values(name).execute()
  })
  expect(await read()).toMatchObject({ name: 'The "$&" Farm', short_name: 'The "$&" Farm' })
})

test('built files are kept forever; what is not built is not found', async () => {
  const shop = await aBuiltShop(['assets/index-Ab1.js', 'secret.txt'])
  const { headers } = await shop.inject({ url: '/assets/index-Ab1.js' })
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const url of [
    '/secret.txt',
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
    '/icon-192.png',
  ]) {
    expect((await shop.inject({ url })).body, url).not.toBe('secret.txt')
    expect((await shop.inject({ url })).statusCode, url).toBeGreaterThanOrEqual(400)
  }
})

test('the worker is asked for anew each time, and stays while nobody calls it back', async () => {
  const { inject } = await aBuiltShop(['shop-worker.js', 'shop-worker.release'])
  const { headers, body } = await inject({ url: '/shop-worker.js' })
  expect([headers['cache-control'], body]).toEqual(['no-cache', 'shop-worker.js'])
  expect(headers['content-type']).toMatch(/^\w+\/javascript; charset=utf-8$/)
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
  const state = await inject({ url: '/shop-worker.json' })
  expect(state.headers['cache-control']).toBe('no-store')
  expect(state.json()).toEqual({ kill: false, release: 'shop-worker.release' })
})

test('called back, the worker that is served removes itself, whatever was built', async () => {
  const { inject } = await aBuiltShop(['shop-worker.js', 'shop-worker.release'], {
    SHOP_WORKER: 'off',
  })
  const { body, headers } = await inject({ url: '/shop-worker.js' })
  expect(body).toContain('registration.unregister()')
  expect(body).not.toContain("'fetch'")
  expect(headers['cache-control']).toBe('no-cache')
  expect((await inject({ url: '/shop-worker.json' })).json()).toMatchObject({ kill: true })
})

test('Apple reads the file that the owner laid into the data folder, as it is, and nothing else', async () => {
  const shop = await aShop()
  const name = 'apple-developer-merchantid-domain-association'
  const path = join(shop.config.dataDir, name)
  const read = () => shop.inject({ url: `/.well-known/${name}` })
  expect((await read()).statusCode).toBe(404)
  await mkdir(path)
  expect((await read()).statusCode).toBe(404)
  await rm(path, { recursive: true })
  for (const [bytes, status] of [
    [0, 404],
    [9094, 200],
    [64 * 1024, 200],
    [64 * 1024 + 1, 404],
  ] as const) {
    await writeFile(path, '7'.repeat(bytes))
    const { statusCode, body } = await read()
    expect([bytes, statusCode, statusCode === 200 ? body.length : bytes]).toEqual([
      ...[bytes, status, bytes],
    ])
  }
  await writeFile(path, '7B227073')
  const { headers, body } = await read()
  expect(body).toBe('7B227073')
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  })
})

test('built files of the two releases before stay, of older ones not, and a half copied one is none', async () => {
  const shop = await aBuiltShop(['assets/index-now.js'])
  const { dataDir } = shop.config
  const release = async (name: string, at: number) => {
    await writeFile(join(shop.client, 'shop-worker.release'), name)
    await rm(join(shop.client, 'assets'), { recursive: true })
    await mkdir(join(shop.client, 'assets'))
    await writeFile(join(shop.client, 'assets', `index-${name}.js`), name)
    await storeAssets(shop.client, dataDir)
    await utimes(join(dataDir, 'assets', name), at, at)
  }
  for (const [index, name] of ['one', 'two', 'three'].entries()) await release(name, index)
  await mkdir(join(dataDir, 'assets', 'broken.part-7'))
  await writeFile(join(dataDir, 'assets', 'broken.part-7', 'index-half.js'), 'half')
  await utimes(join(dataDir, 'assets', 'broken.part-7'), 0, 0)
  await release('four', 4)
  const answer = async (name: string) =>
    (await shop.inject({ url: `/assets/index-${name}.js` })).statusCode
  expect(await Promise.all(['one', 'two', 'three', 'four', 'half'].map(answer))).toEqual([
    404, 200, 200, 200, 404,
  ])
  const { headers, body } = await shop.inject({ url: '/assets/index-two.js' })
  expect([headers['cache-control'], body]).toEqual(['public, max-age=31536000, immutable', 'two'])
  for (const url of ['/assets/..%2f..%2fshop.db', '/assets/.hidden', '/assets/two%2findex-two.js'])
    expect((await shop.inject({ url })).statusCode, url).toBeGreaterThanOrEqual(400)
})
