import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  masterFile,
  PICTURE_FORMATS,
  PICTURE_WIDTHS,
  pictureUrl,
  variantUrl,
} from '#contract/products/pictures.ts'
import { write } from '#server/db/write.ts'
import { openShop } from '#server/open-shop.ts'
import { folderImageStore, type ImageStore } from '#server/outside/image-store.ts'
import { aPhoto } from '#tests/a-picture.ts'
import { type AShop, aProduct, aShop, NO_PAGES } from '#tests/a-shop.ts'
import {
  aShopWithPictures,
  isAnother,
  PICTURE_PLACES,
  type PictureStoreKind,
} from '#tests/picture-places.ts'
import { masterOf } from './picture-codec.ts'
import { pictureFinder, removeUnusedPictures } from './pictures.ts'

const EGGS = 'e'.repeat(32)

async function aShopWithPicture(place: PictureStoreKind, size = { width: 1000, height: 750 }) {
  const its = await aShopWithPictures(place)
  await its.shop.shop.pictures.put(masterFile(EGGS), await masterOf(await aPhoto(size)))
  return its
}

/** In px. The shop can't read AVIF, so the width comes from the format's `ispe` box. */
async function widthOf(bytes: Buffer): Promise<number> {
  if (bytes.toString('latin1', 4, 12) === 'ftypavif')
    return bytes.readUInt32BE(bytes.indexOf('ispe') + 8)
  return (await sharp(bytes).metadata()).width
}

async function showing(shop: AShop, name: string, archivedAt: Date | null): Promise<void> {
  const { id } = await aProduct(shop.db)
  const row = { image_url: pictureUrl(name), archived_at: archivedAt?.toISOString() ?? null }
  await write(shop.db, (tx) => tx.updateTable('products').set(row).where('id', '=', id).execute())
}

describe.each(PICTURE_PLACES)('in %s,', (place) => {
  describe('a picture', () => {
    test.skipIf(isAnother(place))(
      'can be had in every offered width and format, and is never enlarged',
      async () => {
        const { shop } = await aShopWithPicture(place)
        for (const format of PICTURE_FORMATS) {
          for (const width of PICTURE_WIDTHS) {
            const answer = await shop.inject({ url: variantUrl(EGGS, { width, format }) })
            expect([answer.statusCode, answer.headers['content-type']]).toEqual([
              200,
              `image/${format}`,
            ])
            expect(await widthOf(answer.rawPayload)).toBe(Math.min(width, 1000))
          }
        }
      },
    )

    test.skipIf(isAnother(place))(
      'is kept by browsers for good, and can do nothing even if it were a document',
      async () => {
        const { shop } = await aShopWithPicture(place)
        for (const url of [pictureUrl(EGGS), variantUrl(EGGS, { width: 160, format: 'webp' })]) {
          expect((await shop.inject({ url })).headers).toMatchObject({
            'cache-control': 'public, max-age=31536000, immutable',
            'content-security-policy': "default-src 'none'; sandbox",
            'content-disposition': 'inline',
            'x-content-type-options': 'nosniff',
          })
        }
      },
    )

    test('that is not there, or not offered so, is not found and not remembered', async () => {
      const { shop, files } = await aShopWithPicture(place)
      const urls = [
        pictureUrl('0'.repeat(32)),
        variantUrl('0'.repeat(32), { width: 160, format: 'webp' }),
        ...[
          '-161.webp',
          '-0160.webp',
          '-9999.avif',
          '-160.png',
          '-160.avif.webp',
          '.avif',
          '',
          '-.webp',
        ].map((ending) => `/uploads/${EGGS}${ending}`),
        `/uploads/sub/${EGGS}.webp`,
      ]
      for (const url of urls) {
        const answer = await shop.inject({ url })
        expect([answer.statusCode, answer.headers['cache-control']], url).toEqual([404, 'no-store'])
      }
      expect(await files()).toEqual([masterFile(EGGS)])
    })
  })

  describe('a smaller form', () => {
    function counted(store: ImageStore): { store: ImageStore; stored: string[] } {
      const stored: string[] = []
      const put = (file: string, bytes: Buffer) => {
        stored.push(file)
        return store.put(file, bytes)
      }
      return { store: { ...store, put }, stored }
    }

    test('is made once, however many ask at the same time, and then kept', async () => {
      const { shop } = await aShopWithPicture(place)
      const { store, stored } = counted(shop.shop.pictures)
      const findPicture = pictureFinder(store, shop.shop.report)
      const wanted = `${EGGS}-280.avif`
      const all = await Promise.all(Array.from({ length: 50 }, () => findPicture(wanted)))
      await findPicture(wanted)
      expect(stored).toEqual([`${EGGS}-280.avif`])
      expect(new Set(all.map((bytes) => bytes?.length)).size).toBe(1)
      expect(await pictureFinder(store, shop.shop.report)(wanted)).toEqual(all[0])
      expect(stored).toHaveLength(1)
    })

    test('leaves nothing behind when the picture is given up while it is made', async () => {
      const { shop, files } = await aShopWithPicture(place)
      const { pictures } = shop.shop
      const put: ImageStore['put'] = async (file, bytes) => {
        await pictures.removeAll(EGGS)
        await pictures.put(file, bytes)
      }
      await pictureFinder({ ...pictures, put }, shop.shop.report)(`${EGGS}-160.webp`)
      expect(await files()).toEqual([])
    })

    test.skipIf(isAnother(place))(
      'is shown all the same when there is no room to keep it',
      async () => {
        const { shop } = await aShopWithPicture(place)
        const put = async () => {
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        }
        const reported: string[] = []
        const findPicture = pictureFinder({ ...shop.shop.pictures, put }, (what) =>
          reported.push(what),
        )
        expect(await findPicture(`${EGGS}-160.webp`)).toBeInstanceOf(Buffer)
        expect(reported).toEqual(['keep a form of a picture'])
      },
    )

    test('is finished before the shop is closed, though whoever asked for it has left', async () => {
      const { shop, files } = await aShopWithPicture(place)
      const { pictures } = shop.shop
      const begun = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      const { put } = pictures
      pictures.put = async (file, bytes) => {
        begun.resolve()
        await held.promise
        await put(file, bytes)
      }
      const wanted = variantUrl(EGGS, { width: 160, format: 'webp' })
      const leaving = new AbortController()
      const url = `http://127.0.0.1:${await shop.listen()}${wanted}`
      const requested = fetch(url, { signal: leaving.signal })
      await begun.promise
      leaving.abort()
      await expect(requested).rejects.toThrow('aborted')
      const closed = shop.close()
      expect(await Promise.race([closed, pause(100, 'not yet')])).toBe('not yet')
      held.resolve()
      await closed
      expect(await files()).toContain(`${EGGS}-160.webp`)
    })

    // A bucket's masters arrive one by one, so no such crowd forms.
    test.runIf(place === 'the data folder')(
      'has to wait its turn; beyond two hundred the shop asks to come back',
      async () => {
        const { shop } = await aShopWithPicture(place, { width: 16, height: 12 })
        const names = Array.from({ length: 20 }, (_, place) => place.toString(16).padStart(32, '0'))
        const master = (await shop.shop.pictures.read(masterFile(EGGS))) ?? Buffer.alloc(0)
        await Promise.all(names.map((name) => shop.shop.pictures.put(masterFile(name), master)))
        const urls = names.flatMap((name) =>
          PICTURE_WIDTHS.flatMap((width) =>
            PICTURE_FORMATS.map((format) => variantUrl(name, { width, format })),
          ),
        )
        const answers = await Promise.all(urls.map((url) => shop.inject({ url })))
        const refused = answers.filter((answer) => answer.statusCode !== 200)
        expect(refused.length).toBeGreaterThan(0)
        expect(refused.length).toBeLessThanOrEqual(38)
        for (const { statusCode, headers } of refused)
          expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
        for (const url of urls) expect((await shop.inject({ url })).statusCode).toBe(200)
      },
    )
  })

  test('a picture that no product has goes after a day, with what a broken write left; a deleted one keeps its own', async () => {
    const { shop, files, age } = await aShopWithPicture(place)
    const [used, fresh, stored] = ['a'.repeat(32), 'f'.repeat(32), 'c'.repeat(32)]
    const part = `${'b'.repeat(32)}.webp.1.part`
    for (const file of [
      masterFile(used),
      masterFile(fresh),
      masterFile(stored),
      `${EGGS}-160.webp`,
      part,
    ])
      await shop.shop.pictures.put(file, Buffer.from('.'))
    await showing(shop, used, null)
    await showing(shop, stored, shop.clock.now)
    const longAgo = new Date(shop.clock.now.getTime() - 25 * 60 * 60 * 1000)
    for (const file of [masterFile(used), masterFile(stored), masterFile(EGGS), part])
      await age(file, longAgo)
    await age(masterFile(fresh), shop.clock.now)
    await removeUnusedPictures(shop.shop)
    expect((await files()).sort()).toEqual([
      masterFile(used),
      masterFile(stored),
      masterFile(fresh),
    ])
  })
})

describe('the demo shop', () => {
  const ends: (() => Promise<void>)[] = []
  let demo: AShop
  beforeAll(async () => {
    demo = await aShop({ env: { DEMO: '1' }, atEnd: (end) => void ends.push(end) })
    return async () => {
      for (const end of ends.toReversed()) await end()
    }
  })

  test('has a picture of 1200 by 900 for everything it sells, under names that stay, in any store', async () => {
    const place = PICTURE_PLACES.at(-1) ?? 'the data folder'
    const { shop: other } = await aShopWithPictures(place, { DEMO: '1' })
    const urlsOf = async (shop: AShop): Promise<string[]> =>
      (await shop.inject({ url: '/api/products' }))
        .json()
        .map((product: { imageUrl: string }) => product.imageUrl)
    const urls = await urlsOf(demo)
    expect(new Set(urls).size).toBe(24)
    expect(await urlsOf(other)).toEqual(urls)
    for (const shop of [demo, other])
      for (const url of urls) {
        const { width, height, format } = await sharp(
          (await shop.inject({ url })).rawPayload,
        ).metadata()
        expect([width, height, format], url).toEqual([1200, 900, 'webp'])
      }
  })

  const MAP = expect.stringMatching('https:')

  test('has a street and a map for both of its places', async () => {
    expect((await demo.inject({ url: '/api/market-days' })).json()).toMatchObject({
      isSeeded: true,
      places: [
        { key: 'farmers_market', address: expect.stringMatching(/\d{3} .*, SD/), mapUrl: MAP },
        { key: 'farm_store', address: expect.stringMatching(/\d{3} .*, SD/), mapUrl: MAP },
        { key: 'delivery', address: '' },
      ],
    })
  })

  test('opens SVG for its own drawings only: once it is filled, none is read', async () => {
    const drawing = await readFile(new URL('../../demo/pictures/ruby-beets.svg', import.meta.url))
    await expect(sharp(drawing).webp().toBuffer()).rejects.toThrow(/unsupported/)
  })
})

describe('the folder of pictures', () => {
  test('that cannot be written stops the start in words that name DATA_DIR', async () => {
    const shop = await aShop()
    const dataDir = join(shop.config.dataDir, 'elsewhere')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'uploads'), 'a file, no folder')
    await expect(folderImageStore(dataDir).tryOut()).rejects.toThrow(
      /^DATA_DIR: pictures cannot be stored in /,
    )
    await expect(openShop({ ...shop.config, dataDir }, NO_PAGES)).rejects.toThrow('DATA_DIR')
  })
})
