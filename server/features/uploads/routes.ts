import { extname } from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { IMAGE_TOO_LARGE, MAX_UPLOAD, NOT_AN_IMAGE, uploads } from '#contract/uploads.ts'
import { invalidField, noSuch, Refusal } from '#server/core/refusal.ts'
import { semaphore } from '#server/core/semaphore.ts'
import { drainBody } from '#server/http/drain-body.ts'
import { type App, serve } from '#server/http/endpoints.ts'
import { FOREVER, PICTURE_HEADERS } from '#server/http/headers.ts'
import { cacheableAnswers } from '#server/http/send-bytes.ts'
import type { Shop } from '#server/shop.ts'
import { tooManyPictures } from './picture-codec.ts'
import { giveUpPicture, pictureFinder, storePicture } from './pictures.ts'

export async function uploadRoutes(app: App, shop: Shop): Promise<void> {
  servePictures(app, shop)
  serve(app, uploads.delete, ({ params }) => giveUpPicture(shop, params.filename))
  await app.register(async (forms) => takeUploads(forms, shop))
}

function servePictures(app: App, shop: Shop): void {
  const findPicture = pictureFinder(shop.pictures, shop.report)
  /** Work continues when the browser disconnects, and shutdown waits for it. */
  const finished = <T>(finding: Promise<T>): Promise<T> => {
    const ended = async () => void (await Promise.allSettled([finding]))
    void shop.later('find a picture', ended)
    return finding
  }
  app.get<{ Params: { file: string } }>(
    '/uploads/:file',
    { config: { access: 'public' } },
    async (request, reply) => {
      const { file } = request.params
      const bytes = (await finished(findPicture(file))) ?? noSuch('such picture')
      reply.headers(PICTURE_HEADERS).header('cache-control', FOREVER)
      const isCurrent = () => shop.pictures.peek(file) === bytes
      cacheableAnswers.set(reply, { bytes, etag: null, isCurrent })
      return reply.type(`image/${extname(file).slice(1)}`).send(bytes)
    },
  )
}

/** The only place that parses forms, encapsulated so that nothing else accepts them. */
async function takeUploads(forms: App, shop: Shop): Promise<void> {
  // Each holds its whole file in memory, so only a few are read at once; the rest wait unread.
  const inTurn = semaphore({ atOnce: 4, mostWaiting: 20, refusal: tooManyPictures })
  forms.removeAllContentTypeParsers()
  forms.addContentTypeParser('*', (_request, _body, done) =>
    done(
      new Refusal(
        'wrong-type',
        'Please send the picture in a form (content-type: multipart/form-data).',
      ),
    ),
  )
  await forms.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false })
  // A refused upload isn't stored, nor read to its end if far too long.
  forms.addHook('onSend', async (request, reply) => {
    if (reply.statusCode < 400) return
    reply.header('connection', 'close')
    await drainBody(request.raw)
  })
  serve(forms, uploads.create, (_, { request }) =>
    inTurn(async () => ({ imageUrl: await storePicture(shop, await readImageField(request)) })),
  )
}

const FORM_LIMITS = {
  fileSize: MAX_UPLOAD,
  files: 1,
  fields: 1,
  parts: 2,
  fieldNameSize: 100,
  fieldSize: 100,
  headerPairs: 20,
}

/** The form's overhead around the file, in bytes. */
const ENVELOPE = 16 * 1024

/** @throws Refusal 'invalid', 'wrong-type', 'too-large' */
async function readImageField(request: FastifyRequest): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD + ENVELOPE) throw tooLarge()
  if (!request.isMultipart()) throw invalidField('image', NOT_AN_IMAGE)
  try {
    return await readParts(request)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw invalidField('image', 'The picture did not upload completely. Please try again.')
  }
}

async function readParts(request: FastifyRequest): Promise<Buffer> {
  let image: Buffer | null = null
  for await (const part of request.parts()) {
    if (part.type !== 'file' || part.fieldname !== 'image')
      throw invalidField('image', NOT_AN_IMAGE)
    image = await part.toBuffer()
    // Checked again: while bytes arrive, the parser may not know that it truncated the file.
    if (part.file.truncated) throw tooLarge()
  }
  if (!image) throw invalidField('image', NOT_AN_IMAGE)
  return image
}

function tooLarge(): Refusal {
  return new Refusal('too-large', IMAGE_TOO_LARGE, { field: 'image' })
}
