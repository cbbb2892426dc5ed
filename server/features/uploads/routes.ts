import multipart from '@fastify/multipart'
import { MAIL_PICTURE, readPictureFile } from '#contract/pictures.ts'
import { uploads } from '#contract/uploads.ts'
import { Refusal } from '#server/core/refusal.ts'
import { semaphore } from '#server/core/semaphore.ts'
import { markCacheable } from '#server/http/cacheable.ts'
import { drainBody } from '#server/http/drain-body.ts'
import { FOREVER, PICTURE_HEADERS } from '#server/http/headers.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { giveUpPicture, pictureFinder, storedFile, storePicture } from './pictures.ts'
import { FORM_LIMITS, readImageField } from './read-image-field.ts'

export async function uploadRoutes(app: App, shop: Shop): Promise<void> {
  servePictures(app, shop)
  serve(app, uploads.delete, ({ params }) => giveUpPicture(shop, params.filename))
  await app.register(async (forms) => takeUploads(forms, shop))
}

function servePictures(app: App, shop: Shop): void {
  const findPicture = pictureFinder(shop.pictures, shop.report)
  /** A browser that leaves does not end the work, and the shop that closes waits for it. */
  const finished = <T>(finding: Promise<T>): Promise<T> => {
    const ended = async () => void (await Promise.allSettled([finding]))
    void shop.later('find a picture', ended)
    return finding
  }
  app.get<{ Params: { file: string } }>(
    '/uploads/:file',
    { config: { access: 'public' } },
    async (request, reply) => {
      const wanted = readPictureFile(request.params.file)
      const bytes = wanted && (await finished(findPicture(wanted)))
      if (!bytes) throw new Refusal('not-found', 'There is no such picture.')
      reply.headers(PICTURE_HEADERS).header('cache-control', FOREVER)
      if (wanted.variant === MAIL_PICTURE)
        reply.header('cross-origin-resource-policy', 'cross-origin')
      const file = storedFile(wanted)
      const isCurrent = () => shop.pictures.peek(file) === bytes
      markCacheable(reply, { bytes, etag: null, isCurrent })
      return reply.type(`image/${wanted.variant?.format ?? 'webp'}`).send(bytes)
    },
  )
}

/** The one place that reads forms: an app within the app, where nothing else is understood. */
async function takeUploads(forms: App, shop: Shop): Promise<void> {
  // Each holds its whole file, so only few are read at once; the others' bytes wait at the door.
  const inTurn = semaphore({
    atOnce: 4,
    mostWaiting: 20,
    refusal: () =>
      new Refusal('not-now', 'Too many pictures at once. Please try again in a moment.', {
        retryAfter: 5,
      }),
  })
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
  // What is refused is not kept, and not read on if it is far too long.
  forms.addHook('onSend', async (request, reply) => {
    if (reply.statusCode < 400) return
    reply.header('connection', 'close')
    await drainBody(request.raw)
  })
  serve(forms, uploads.create, (_, { request }) =>
    inTurn(async () => ({ imageUrl: await storePicture(shop, await readImageField(request)) })),
  )
}
