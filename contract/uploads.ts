import { z } from 'zod/mini'
import { deskEndpoint } from './endpoint.ts'
import { masterName } from './products/pictures.ts'

export const MAX_UPLOAD = 5 * 1024 * 1024

export const NOT_AN_IMAGE = 'Please select an image file'
export const IMAGE_TOO_LARGE = 'Please select an image smaller than 5MB'
/** A small file can decode to more than the shop can handle. */
export const TOO_MANY_PIXELS = 'Please select an image of at most 25 megapixels'

const filename = z.pipe(
  z
    .string()
    .check(
      z.refine((text) => masterName(text) !== null, 'That is not one of this shop’s pictures.'),
    ),
  z.transform((text) => masterName(text) ?? ''),
)

export const uploads = {
  create: deskEndpoint('never', 'POST /api/upload', {
    summary:
      'Takes a picture (JPG, PNG or GIF by its content, at most 5 MiB) and returns its address.',
    file: 'image',
    output: z.object({ imageUrl: z.string() }),
    status: 201,
  }),
  delete: deskEndpoint('never', 'DELETE /api/upload/{filename}', {
    summary: 'Deletes a picture; its file is removed once no product uses it.',
    params: z.strictObject({
      filename: filename.check(z.describe('The last part of its address')),
    }),
  }),
}
