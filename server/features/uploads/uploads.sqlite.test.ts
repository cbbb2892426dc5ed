import { access, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { MAX_UPLOAD } from '#contract/uploads.ts'
import { write } from '#server/db/write.ts'
import { aForm, aPhoto, aPhotoOf, aPhotoWithPlace } from '#tests/a-picture.ts'
import { type AShop, aProduct } from '#tests/a-shop.ts'
import { signedInDesk } from '#tests/at-desk.ts'
import {
  aShopWithPictures,
  isAnother,
  PICTURE_PLACES,
  type PictureStoreKind,
} from '#tests/picture-places.ts'

async function aDesk(place: PictureStoreKind) {
  const { shop, files } = await aShopWithPictures(place)
  const { cookie, ask } = await signedInDesk(shop)
  return {
    ...{ shop, cookie, ask, files },
    send: (payload: FormData | Buffer, headers = {}) =>
      shop.inject({ method: 'POST', url: '/api/upload', headers: { cookie, ...headers }, payload }),
    giveUp: (file: string) => ask('DELETE', `/api/upload/${file}`),
  }
}

type Desk = Awaited<ReturnType<typeof aDesk>>

async function upload(desk: Desk, bytes: Buffer): Promise<string> {
  const answer = await desk.send(aForm(bytes))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().imageUrl
}

async function fetched(shop: AShop, url: string): Promise<Buffer> {
  const answer = await shop.inject({ url })
  expect(answer.statusCode, url).toBe(200)
  return answer.rawPayload
}

const half = (file: Buffer) => file.subarray(0, file.length / 2)

describe.each(PICTURE_PLACES)('in %s,', (place) => {
  describe.skipIf(isAnother(place))('a picture the farmer sends', () => {
    test('is kept as WebP under a name of ours, whether JPEG, PNG or GIF', async () => {
      const desk = await aDesk(place)
      const urls: string[] = []
      for (const kind of ['jpeg', 'png', 'gif'] as const) {
        const url = await upload(desk, await aPhoto({ kind }))
        expect(url, kind).toMatch(/^\/uploads\/[\da-f]{32}\.webp$/)
        const { format, width, height } = await sharp(await fetched(desk.shop, url)).metadata()
        expect([kind, format, width, height]).toEqual([kind, 'webp', 64, 48])
        urls.push(url)
      }
      const files = (await desk.files()).map((file) => `/uploads/${file}`)
      expect(files.sort()).toEqual(urls.sort())
    })

    test('of more than 25 megapixels is refused in words of its own, however small its file', async () => {
      const desk = await aDesk(place)
      const create = { width: 9000, height: 3000, channels: 3 as const, background: '#3a5' }
      const photo = await sharp({ create }).jpeg().toBuffer()
      expect(photo.length).toBeLessThan(MAX_UPLOAD)
      const answer = await desk.send(aForm(photo))
      expect([answer.statusCode, answer.body]).toEqual([
        413,
        'Please select an image of at most 25 megapixels',
      ])
    })

    test('tells nobody where it was taken, and stands upright', async () => {
      const desk = await aDesk(place)
      const photo = await aPhotoWithPlace()
      expect((await sharp(photo).metadata()).exif?.length).toBeGreaterThan(100)
      const stored = await fetched(desk.shop, await upload(desk, photo))
      const { exif, xmp, icc, orientation, width, height } = await sharp(stored).metadata()
      expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined])
      expect([width, height]).toEqual([48, 64])
      expect(stored.includes('Secret Farmer')).toBe(false)
    })

    test('is at most 1600 px long', async () => {
      const desk = await aDesk(place)
      const stored = await fetched(
        desk.shop,
        await upload(desk, await aPhoto({ width: 1000, height: 2000 })),
      )
      const { width, height } = await sharp(stored).metadata()
      expect([width, height]).toEqual([800, 1600])
    })

    test('has a JPEG of 1200 × 630 for links shared in chats, whatever its shape', async () => {
      const desk = await aDesk(place)
      const url = await upload(desk, await aPhoto({ width: 500, height: 900 }))
      const shared = await fetched(desk.shop, url.replace('.webp', '-1200.jpeg'))
      const { width, height, format } = await sharp(shared).metadata()
      expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' })
    })

    test('comes out clean when something hides behind its end', async () => {
      const desk = await aDesk(place)
      const photo = Buffer.concat([
        await aPhoto(),
        Buffer.from('<script>alert(document.domain)</script>'),
      ])
      expect((await fetched(desk.shop, await upload(desk, photo))).includes('script')).toBe(false)
    })

    test('is a line in the history', async () => {
      const desk = await aDesk(place)
      const imageUrl = await upload(desk, await aPhoto())
      const [row] = await desk.shop.db
        .selectFrom('audit')
        .selectAll()
        .where('subject', '!=', 'desk')
        .execute()
      expect(row).toMatchObject({ action: 'created', after: { imageUrl } })
    })

    test('may be called anything and is not', async () => {
      const desk = await aDesk(place)
      const names = ['../../evil.jpg', 'a/b.jpg', 'x\r\nset-cookie: a=1', 'nul\0.jpg', '.webp']
      for (const name of [...names, 'a'.repeat(400)]) {
        const answer = await desk.send(aForm(await aPhoto(), { name }))
        expect([201, 400], name).toContain(answer.statusCode)
        expect(answer.headers['set-cookie'], name).toBeUndefined()
      }
      for (const file of await desk.files()) expect(file).toMatch(/^[\da-f]{32}\.webp$/)
      const inside = await readdir(desk.shop.config.dataDir)
      expect(inside.filter((file) => file.includes('evil'))).toEqual([])
    })
  })

  describe.skipIf(isAnother(place))('what is no picture is refused', () => {
    const SVG =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    const files: Record<string, () => Promise<Buffer> | Buffer> = {
      'an SVG': () => Buffer.from(SVG),
      'an SVG that starts like a PNG': () => Buffer.from(`\x89PNG\r\n\x1a\n${SVG}`, 'latin1'),
      'a GIF that is a script': () => Buffer.from('GIF89a=1;alert(document.domain)//'),
      'a page of HTML': () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      'a WebP': () => aPhoto({ kind: 'webp' }),
      'a PDF': () => Buffer.from('%PDF-1.7\n'),
      'a JPEG that stops halfway': async () => half(await aPhoto()),
      'a PNG that stops halfway': async () => half(await aPhoto({ kind: 'png' })),
      'a GIF that stops halfway': async () => half(await aPhoto({ kind: 'gif' })),
      'a JPEG’s first three bytes': () => Buffer.from([0xff, 0xd8, 0xff]),
      'an empty file': () => Buffer.alloc(0),
    }

    test('whatever it pretends to be', async () => {
      const desk = await aDesk(place)
      for (const [what, file] of Object.entries(files)) {
        const form = aForm(await file(), { name: 'eggs.png' })
        const answer = await desk.send(form, { accept: 'application/json' })
        expect([what, answer.statusCode, answer.json().message]).toEqual([
          ...[what, 415, 'Please select an image file'],
        ])
      }
      expect(await desk.files()).toEqual([])
      const noted = desk.shop.db.selectFrom('audit').selectAll().where('subject', '!=', 'desk')
      expect(await noted.execute()).toEqual([])
    })

    test('a form without a file, with another field, with two files, or broken off', async () => {
      const desk = await aDesk(place)
      const two = aForm(await aPhoto())
      two.append('image', new Blob(['x']), 'second.jpg')
      const noted = new FormData()
      noted.append('image', 'only words')
      const type = { 'content-type': 'multipart/form-data; boundary=x' }
      const open = Buffer.from(
        '--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nabc',
      )
      const answers = [
        await desk.send(new FormData()),
        await desk.send(noted),
        await desk.send(aForm(await aPhoto(), { field: 'picture' })),
        await desk.send(two),
        await desk.send(open, type),
        await desk.send(Buffer.from('--x--\r\n'), type),
        await desk.send(Buffer.alloc(0), { 'content-type': 'multipart/form-data' }),
      ]
      expect(answers.map((answer) => answer.statusCode)).toEqual([
        400, 400, 400, 400, 400, 400, 400,
      ])
      expect(await desk.files()).toEqual([])
    })

    test('anything that is no form, here alone; a form anywhere else', async () => {
      const desk = await aDesk(place)
      const json = await desk.send(Buffer.from('{}'), { 'content-type': 'application/json' })
      expect([json.statusCode, json.body]).toEqual([
        415,
        expect.stringContaining('multipart/form-data'),
      ])
      const form = await desk.ask('POST', '/api/products', aForm(await aPhoto()))
      expect(form.statusCode).toBe(415)
    })

    test('anybody who is not the farmer', async () => {
      const desk = await aDesk(place)
      const payload = aForm(await aPhoto())
      const answer = await desk.shop.inject({ method: 'POST', url: '/api/upload', payload })
      expect(answer.statusCode).toBe(401)
      expect(await desk.files()).toEqual([])
    })
  })

  describe.skipIf(isAnother(place))('five megabytes', () => {
    test('are no more when the form does not say its length', async () => {
      const desk = await aDesk(place)
      const port = await desk.shop.listen()
      const head = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'
      const whole = Buffer.concat([
        Buffer.from(head),
        await aPhotoOf(MAX_UPLOAD + 1),
        Buffer.from('\r\n--x--\r\n'),
      ])
      const answer = await fetch(`http://127.0.0.1:${port}/api/upload`, {
        method: 'POST',
        headers: { cookie: desk.cookie, 'content-type': 'multipart/form-data; boundary=x' },
        body: new Blob([whole]).stream(),
        duplex: 'half',
      } as RequestInit)
      expect(answer.status).toBe(413)
      expect(await desk.files()).toEqual([])
    })
  })

  describe('a picture that is given up', () => {
    test('goes with all its forms, as often as one asks', async () => {
      const desk = await aDesk(place)
      const url = await upload(desk, await aPhoto())
      await fetched(desk.shop, url.replace('.webp', '-160.avif'))
      const other = await upload(desk, await aPhoto())
      const file = url.replace('/uploads/', '')
      expect([(await desk.giveUp(file)).statusCode, (await desk.giveUp(file)).statusCode]).toEqual([
        204, 204,
      ])
      expect(await desk.files()).toEqual([other.replace('/uploads/', '')])
      expect((await desk.shop.inject({ url })).statusCode).toBe(404)
      expect((await desk.shop.inject({ url: url.replace('.webp', '-160.avif') })).statusCode).toBe(
        404,
      )
    })

    test.skipIf(isAnother(place))(
      'stays while a product shows it, also one that is deleted and may be brought back',
      async () => {
        const desk = await aDesk(place)
        const url = await upload(desk, await aPhoto())
        const eggs = await aProduct(desk.shop.db)
        await desk.ask('PUT', `/api/products/${eggs.id}`, { imageUrl: url })
        const file = url.replace('/uploads/', '')
        expect((await desk.giveUp(file)).statusCode).toBe(204)
        await fetched(desk.shop, url)
        await desk.ask('DELETE', `/api/products/${eggs.id}`)
        expect((await desk.giveUp(file)).statusCode).toBe(204)
        expect((await desk.shop.inject({ url })).statusCode).toBe(200)
      },
    )

    test.skipIf(isAnother(place))(
      'stays while a content page holds it, published or not',
      async () => {
        const desk = await aDesk(place)
        const url = await upload(desk, await aPhoto())
        const content = `<p>Hens</p><img src="${url.replace('.webp', '-800.webp')}" alt="">`
        await desk.ask('POST', '/api/pages', { title: 'Our hens', content })
        await desk.ask('PUT', '/api/pages/1', { isActive: false })
        await desk.giveUp(url.replace('/uploads/', ''))
        await fetched(desk.shop, url)
        // The page's earlier text can be restored, picture and all.
        await desk.ask('PUT', '/api/pages/1', { content: '<p>No hens.</p>' })
        await desk.giveUp(url.replace('/uploads/', ''))
        await fetched(desk.shop, url)
        await desk.ask('DELETE', '/api/pages/1')
        await desk.giveUp(url.replace('/uploads/', ''))
        expect((await desk.shop.inject({ url })).statusCode).toBe(404)
      },
    )

    test.skipIf(isAnother(place))('stays while a newsletter that was sent shows it', async () => {
      const desk = await aDesk(place)
      const url = await upload(desk, await aPhoto())
      const name = url.replace('/uploads/', '').replace('.webp', '')
      const begun_at = desk.shop.clock.now.toISOString()
      const letter = {
        ...{ letter_key: 'k', subject: 'Hens', body: 'Hens', recipients: 1, begun_at },
        postal_address: '',
      }
      const pictures = JSON.stringify({ 7: name })
      await write(desk.shop.db, (tx) =>
        tx
          .insertInto('letters')
          .values({ ...letter, queued_at: null, done_at: begun_at, pictures })
          .execute(),
      )
      await desk.giveUp(`${name}.webp`)
      const mailed = await desk.shop.inject({ url: `/uploads/${name}-560.jpeg` })
      expect([mailed.statusCode, mailed.headers['content-type']]).toEqual([200, 'image/jpeg'])
      expect(mailed.headers['cross-origin-resource-policy']).toBe('cross-origin')
      expect(mailed.rawPayload.subarray(0, 3).toString('hex')).toBe('ffd8ff')
      expect((await desk.shop.inject({ url: `/uploads/${name}-800.jpeg` })).statusCode).toBe(404)
    })

    test('is only ever one of ours: no other name reaches the disk', async () => {
      const desk = await aDesk(place)
      const canary = join(desk.shop.config.dataDir, 'canary.webp')
      await writeFile(canary, 'sings')
      await desk.shop.shop.pictures.put('notes.txt', Buffer.from('kept'))
      const names = [
        '..%2fcanary.webp',
        '%2e%2e%2fcanary.webp',
        '..%5ccanary.webp',
        '..%c0%afcanary.webp',
        'canary.webp',
        'notes.txt',
        '%00',
        `${'0'.repeat(32)}.webp%00`,
        `${'0'.repeat(32)}.webp%0a`,
        `${'0'.repeat(32)}-160.webp`,
        `${'A'.repeat(32)}.webp`,
        'a'.repeat(400),
        '*',
        '.',
      ]
      for (const name of names) {
        expect([400, 404, 414], name).toContain((await desk.giveUp(name)).statusCode)
        expect([400, 404, 414], name).toContain(
          (await desk.shop.inject({ url: `/uploads/${name}` })).statusCode,
        )
      }
      await access(canary)
      expect(await desk.files()).toEqual(['notes.txt'])
    })
  })
})
