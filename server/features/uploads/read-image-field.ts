import type { FastifyRequest } from 'fastify'
import { IMAGE_TOO_LARGE, MAX_UPLOAD, NOT_AN_IMAGE } from '#contract/uploads.ts'
import { Refusal } from '#server/core/refusal.ts'

export const FORM_LIMITS = {
  fileSize: MAX_UPLOAD,
  files: 1,
  fields: 1,
  parts: 2,
  fieldNameSize: 100,
  fieldSize: 100,
  headerPairs: 20,
}

/** What stands around the file in a form, in bytes. */
const ENVELOPE = 16 * 1024

/** @throws Refusal 'invalid', 'wrong-type', 'too-large' */
export async function readImageField(request: FastifyRequest): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD + ENVELOPE) throw tooLarge()
  if (!request.isMultipart()) throw missing()
  try {
    return await readParts(request)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('invalid', 'The picture did not upload completely. Please try again.', {
      field: 'image',
    })
  }
}

async function readParts(request: FastifyRequest): Promise<Buffer> {
  let image: Buffer | null = null
  for await (const part of request.parts()) {
    if (part.type !== 'file' || part.fieldname !== 'image') throw missing()
    image = await part.toBuffer()
    // Asked again at the end: while bytes arrive the parser may not know yet that it cut the file.
    if (part.file.truncated) throw tooLarge()
  }
  if (!image) throw missing()
  return image
}

function missing(): Refusal {
  return new Refusal('invalid', NOT_AN_IMAGE, { field: 'image' })
}

function tooLarge(): Refusal {
  return new Refusal('too-large', IMAGE_TOO_LARGE, { field: 'image' })
}
